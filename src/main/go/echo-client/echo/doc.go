// Package echo is what protoc generates from proto/echo.proto, and nothing else. After a change of that file "go generate
// ./..." makes it anew; on the PATH it needs protoc (release 36.2, the protobuf.version 4.36.2 of pom.xml), protoc-gen-go and
// protoc-gen-go-grpc:
//
//	go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
//	go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
package echo

//go:generate protoc -I ../../../../../proto --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative echo.proto
