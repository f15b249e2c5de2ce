package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class SecurityTest {
    @Test
    void theCertificateIsForLoopbackAloneAndForACentury() throws Exception {
        X509Certificate certificate;
        try (InputStream pem = Security.class.getResourceAsStream("loopback-certificate.pem")) {
            certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
        assertThat(certificate.getNotBefore()).isEqualTo("2006-01-01T00:00:00Z");
        assertThat(certificate.getNotAfter()).isEqualTo("2106-01-01T00:00:00Z");
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> (Object) name.get(1))
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
        assertThat(certificate.getPublicKey().getAlgorithm()).isEqualTo("EC");
    }
}
