package dev.callcost.work;

import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The table of planted changes: 20 kinds in 63 rows of three sizes, half of the kinds at a time, so that the other rows
 * show whether a change touches them. The last line counts.
 *
 * <pre>java -cp benchmarks.jar:target/test-classes:$CLASSPATH dev.callcost.work.PlantingsWork</pre>
 */
public final class PlantingsWork {
    private static int exact;
    private static int planted;
    private static int touched;

    private PlantingsWork() {}

    public static void main(String[] none) throws Exception {
        Path folder = Files.createTempDirectory("plantings");
        Plantings plantings = new Plantings(folder, "16,64,256", 1);
        JarCopy base = plantings.jar(name -> false);
        System.out.println("row | n | planted | counted | share | first method");
        for (int half = 0; half < 2; half++) {
            int of = half;
            List<String> names = Plantings.names();
            Predicate<String> isPlanted = name -> names.indexOf(name) % 2 == of && !name.equals(Plantings.UNTOUCHED);
            Map<RowKey, WorkDelta> rows = Plantings.count(base, plantings.jar(isPlanted), folder);
            rows.forEach((row, work) -> print(row, work, isPlanted.test(Plantings.name(row))));
        }
        System.out.println(
                exact + " of " + planted + " exact with the method first; " + touched + " other rows differ");
    }

    private static void print(RowKey row, WorkDelta work, boolean isPlanted) {
        String name = Plantings.name(row);
        int size = Integer.parseInt(row.params().get("n"));
        if (!isPlanted) {
            touched += work.kind() == WorkKind.SAME ? 0 : 1;
            return;
        }
        String first = work.methods().isEmpty() ? "-" : work.methods().get(0).name();
        planted++;
        exact += work.kind() == WorkKind.MORE
                        && work.bytecodes() == Plantings.more(name, size)
                        && first.endsWith("." + name)
                ? 1
                : 0;
        System.out.println(name + " | " + size + " | +" + Plantings.more(name, size) + " | " + work.bytecodes() + " | "
                + WorkText.work(work) + " | " + WorkText.shortName(first));
    }
}
