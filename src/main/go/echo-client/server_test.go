package main

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"callcost.dev/echo-client/echo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/stats"
	"google.golang.org/grpc/status"
)

// server is an EchoService on a loopback port that sees what the client does.
type server struct {
	echo.UnimplementedEchoServiceServer
	failEvery int64  // every n-th call fails; 0 for none
	reply     string // the content of every reply; empty for the request's
	crowd     int64  // no call ends before so many are under way at once; 0 to wait for none

	calls       atomic.Int64
	connections atomic.Int64
	underWay    atomic.Int64
	most        atomic.Int64 // calls under way at once
	crowded     chan struct{}
	once        sync.Once
}

// start returns the server's address.
func (s *server) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.crowded = make(chan struct{})
	server := grpc.NewServer(grpc.StatsHandler(s))
	echo.RegisterEchoServiceServer(server, s)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-served; err != nil && !errors.Is(err, grpc.ErrServerStopped) { // stopped before it served
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func (s *server) Echo(ctx context.Context, request *echo.Message) (*echo.Message, error) {
	now := s.underWay.Add(1)
	defer s.underWay.Add(-1)
	for most := s.most.Load(); now > most && !s.most.CompareAndSwap(most, now); {
		most = s.most.Load()
	}
	number := s.calls.Add(1)
	if s.crowd > 0 {
		if now == s.crowd {
			s.once.Do(func() { close(s.crowded) })
		}
		select {
		case <-s.crowded:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if s.failEvery > 0 && number%s.failEvery == 0 {
		return nil, status.Error(codes.ResourceExhausted, "planted,\nin two lines")
	}
	if s.reply != "" {
		return &echo.Message{Content: s.reply}, nil
	}
	return request, nil
}

func (s *server) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context   { return ctx }
func (s *server) HandleRPC(context.Context, stats.RPCStats)                         {}
func (s *server) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (s *server) HandleConn(_ context.Context, event stats.ConnStats) {
	if _, begins := event.(*stats.ConnBegin); begins {
		s.connections.Add(1)
	}
}
