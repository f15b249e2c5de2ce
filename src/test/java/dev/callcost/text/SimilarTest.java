package dev.callcost.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarTest {
    private static final List<String> NAMES =
            List.of("GrpcBenchmark", "GrpcTransportBenchmark", "Marshaller", "MarshallerBenchmark", "RmiBenchmark");

    @ParameterizedTest
    @CsvSource({
        "GrpcBenchmrk, GrpcBenchmark",
        "grpcbenchmark, GrpcBenchmark",
        "Marshaler, Marshaller",
        "MarshalerBenchmark, MarshallerBenchmark",
        "RmiBench,",
        "zzz,",
        "Grpc.*,",
        "'',"
    })
    void theNearestNameOfAboutItsLength(String word, String name) {
        assertThat(Similar.to(word, NAMES).orElse(null)).isEqualTo(name);
    }
}
