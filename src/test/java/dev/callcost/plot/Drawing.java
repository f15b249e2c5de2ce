package dev.callcost.plot;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A picture as an XML parser reads it. */
final class Drawing {
    private final Document document;

    /** Reads a picture. */
    Drawing(String svg) {
        try {
            document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError("no XML: " + svg, e);
        }
    }

    List<Element> all(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int n = 0; n < nodes.getLength(); n++) {
            elements.add((Element) nodes.item(n));
        }
        return elements;
    }

    List<String> texts() {
        return all("text").stream().map(Element::getTextContent).toList();
    }

    double width() {
        return number(document.getDocumentElement(), "width");
    }

    double height() {
        return number(document.getDocumentElement(), "height");
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** Texts that leave the picture, or stand upon one another, by about how wide letters are; one line each. */
    List<String> clashes() {
        List<String> clashes = new ArrayList<>();
        List<Element> texts = all("text");
        for (int n = 0; n < texts.size(); n++) {
            double[] box = box(texts.get(n));
            if (box[0] < -1 || box[1] > width() + 1 || box[2] < 0 || box[3] > height()) {
                clashes.add("outside: " + texts.get(n).getTextContent());
            }
            for (int m = 0; m < n; m++) {
                double[] other = box(texts.get(m));
                if (box[0] < other[1] && other[0] < box[1] && box[2] < other[3] && other[2] < box[3]) {
                    clashes.add(
                            texts.get(m).getTextContent() + " / " + texts.get(n).getTextContent());
                }
            }
        }
        return clashes;
    }

    /** Left, right, top and bottom of a text of 12 pixels. */
    private static double[] box(Element text) {
        double width = 7.2 * text.getTextContent().length();
        double x = number(text, "x");
        String classes = text.getAttribute("class");
        double left = classes.contains("end") ? x - width : classes.contains("middle") ? x - width / 2 : x;
        double y = number(text, "y");
        return new double[] {left, left + width, y - 9, y + 2};
    }
}
