package dev.callcost.bill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.bill.BillReport.CategoryGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CategoryRulesTest {
    private static final CategoryRules SUITE = CategoryRules.ofSuite();

    private static CategoryRules rules(String text) {
        return new CategoryRules(text.lines().toList());
    }

    private static String name(CategoryRules rules, String stack) {
        return rules.of(CategoryRules.Stack.of(stack)).name();
    }

    @ParameterizedTest
    @CsvSource({
        "[main];a.Outer.call;a.Inner.run;java.lang.Math.abs, inner",
        "[main];a.Outer.call;java.util.List.of, outer",
        "[main];a.Inner.run;a.Outer.call, outer",
        "[main];a.Inner.run;java.util.HashMap.get;_libc_memcpy, inner",
        "[main];a.Outer.first.call, first",
        "[C2 CompilerThread0];a.Inner.run, jit"
    })
    void aThreadAndThenTheInnermostFrameThatARuleMatchesDecides(String stack, String name) {
        CategoryRules rules = rules("""
                first: before a rule that matches as well
                  a.Outer.first.*
                outer: o
                  a.Outer.*
                inner: i
                  a.Inner.run
                beside jit: j
                  [C2 Compiler*
                late: after rules that match as well
                  a.Outer.call
                  a.Inner.*
                """);
        assertThat(name(rules, stack)).isEqualTo(name);
        assertThat(rules.of(CategoryRules.Stack.of(stack)).isBeside()).isEqualTo(name.equals("jit"));
    }

    @ParameterizedTest
    @CsvSource({
        "[t];org.example.app.deep.Shop.buy, org.example.app",
        "[t];org.example.Shop.buy;java.util.HashMap.get, org.example",
        "[t];org.example.Shop$$Lambda.0x00007f.run, org.example",
        "[t];java.util.HashMap.get, other",
        "[t];jdk.internal.misc.Blocker.begin, other",
        "[t];libc.so.6;SymbolTable::lookup_only, other",
        "[t], other"
    })
    void codeThatNoRuleMatchesIsACategoryByPackage(String stack, String name) {
        assertThat(name(rules("nothing: n\n  nobody\n"), stack)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "[t];io.grpc.stub.ClientCalls.blockingUnaryCall;java.util.concurrent.locks.LockSupport.park;Unsafe_Park, park and unpark",
        "[t];sun.nio.ch.SelectorImpl.select;sun.nio.ch.EPollSelectorImpl.doSelect;sun.nio.ch.EPoll.wait, epoll_wait",
        "[t];sun.nio.ch.SelectorImpl.select;sun.nio.ch.EPollSelectorImpl.processEvents, selector",
        "[t];io.netty.channel.epoll.EpollIoHandler.run;io.netty.channel.epoll.Native.epollWait, epoll_wait",
        "[t];sun.nio.ch.EPollSelectorImpl.wakeup;sun.nio.ch.EventFD.set;sun.nio.ch.EventFD.set0, loop wake-ups",
        "[t];sun.nio.ch.IOUtil.write;sun.nio.ch.SocketDispatcher.write0;__libc_write, write",
        "[t];io.grpc.internal.SerializingExecutor.run, queues and executors",
        "[t];io.grpc.internal.ServerCallImpl.sendMessage, gRPC",
        "[t];io.grpc.netty.NettyClientStream$Sink.writeFrame, grpc-netty",
        "[t];io.netty.handler.codec.http2.HpackEncoder.encodeHeader, HTTP/2 codec",
        "[t];io.netty.buffer.PooledByteBufAllocator.newDirectBuffer, netty buffers",
        "[t];io.netty.channel.AbstractChannelHandlerContext.fireChannelRead, netty",
        "[t];io.grpc.protobuf.lite.ProtoInputStream.drainTo;com.google.protobuf.CodedOutputStream.flush, protobuf",
        "[t];dev.callcost.service.Work.body, service",
        "[t];dev.callcost.wireformat.GsonFormat.decode, wire format",
        "[t];sun.rmi.transport.tcp.TCPTransport.handleMessages, RMI",
        "[t];sun.rmi.server.MarshalInputStream.resolveClass, Java serialization",
        "[G1 Young RemSet], memory",
        "[C1 CompilerThread0], JIT compiler"
    })
    void theSuitesRulesMatchItsLibraries(String stack, String name) {
        assertThat(name(SUITE, stack)).isEqualTo(name);
    }

    @Test
    void groupsAreOfCategoriesOfTheSuitesRules() throws IOException {
        Path suite = Path.of("src/main/resources/dev/callcost/bill/bill.rules");
        List<String> categories = Files.readAllLines(suite).stream()
                .filter(line -> line.matches("(?!beside )[^#\\s].*: .*"))
                .map(line -> line.split(": ")[0])
                .toList();
        assertThat(Stream.of(CategoryGroup.values()).flatMap(group -> group.categories.stream()))
                .doesNotHaveDuplicates()
                .contains("other")
                .filteredOn(category -> !category.equals("other"))
                .isSubsetOf(categories);
    }
}
