package dev.callcost.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.ci.CiCase.Result;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

public class JUnitXmlTest {
    /** The root of a report that is valid against the schema. */
    public static Element valid(String xml) throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(JUnitXmlTest.class.getResource("junit.xsd"));
        schema.newValidator().validate(new StreamSource(new StringReader(xml)));
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    @Test
    void aReportWithoutCasesIsValid() throws Exception {
        assertThat(valid(JUnitXml.of("none", List.of())).getAttribute("tests")).isEqualTo("0");
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("p=<a> & \"b\" 'c' ]]>", "p=<a> & \"b\" 'c' ]]>"),
                Arguments.of("ü € 😀", "ü € 😀"),
                Arguments.of("a\0\033[31mb\u0085", "a\\u0000\\u001b[31mb\\u0085"),
                Arguments.of("a\tb\r\nc", "a\\u0009b\\u000d\\u000ac"),
                Arguments.of("\ufffe\ud800", "\\ufffe\\ud800"));
    }

    /** Names and lines come back as they were, but for what XML cannot hold. */
    @ParameterizedTest
    @MethodSource("texts")
    void anyTextIsLegal(String text, String read) throws Exception {
        CiCase row = new CiCase("a.b.C", text, "C", Result.SKIPPED, "slower", text);
        Element test = (Element) valid(JUnitXml.of(text, List.of(row)))
                .getElementsByTagName("testcase")
                .item(0);
        assertThat(test.getAttribute("name")).isEqualTo(read);
        assertThat(test.getTextContent()).isEqualTo(read);
        assertThat(((Element) test.getFirstChild()).getAttribute("message")).isEqualTo(read);
    }
}
