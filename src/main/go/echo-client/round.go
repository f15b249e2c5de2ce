package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"callcost.dev/echo-client/echo"
)

// content is the text of every request.
const content = "Hello"

// round is a number of calls, and what became of them.
type round struct {
	requests int
	inFlight int

	mutex    sync.Mutex
	failures int
	first    error // of the failures
}

// run starts inFlight goroutines that make the round's calls between them, and returns the time from before the first is
// started until the last has ended. Goroutine w makes call w first and then whatever call is left: with as many goroutines
// as requests each makes one, with fewer they are a closed loop.
func (r *round) run(ctx context.Context, service echo.EchoServiceClient) time.Duration {
	request := &echo.Message{Content: content}
	var started atomic.Int64
	started.Store(int64(r.inFlight))
	var workers sync.WaitGroup
	begin := time.Now()
	for w := range r.inFlight {
		workers.Go(func() {
			for call := int64(w); call < int64(r.requests); call = started.Add(1) - 1 {
				reply, err := service.Echo(ctx, request)
				if err == nil && reply.GetContent() != content {
					err = fmt.Errorf("the reply %q", reply.GetContent())
				}
				if err != nil {
					r.fail(err)
				}
			}
		})
	}
	workers.Wait()
	return time.Since(begin)
}

func (r *round) fail(err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.failures == 0 {
		r.first = err
	}
	r.failures++
}
