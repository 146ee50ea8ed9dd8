// node acceptance/sheets/verapdf.ts [FILE …]
//
// The issue, done when 1: "One file passes PDF/A-2a and PDF/UA-1, joined runs too (veraPDF from npm @opendataloader/pdf with Debian's
// libjaxb-java, as a script, not in `npm test`)". Without files it prints, by an ordinary run on a demo portal of its own, one sheet
// and a run of a hundred (a joined one) of every design, and gives both to the validator. Needs Java 17 or newer and
//
//   apt-get install -y libjaxb-java
//   npm install --prefix SOME_FOLDER @opendataloader/pdf@2.5.11      (outside the repository; then OPENDATALOADER=SOME_FOLDER)
//
// Ends with 1 where a file fails or where a tool is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const flavours = ['2a', 'ua1'];

/** The validator's classes and the JAXB of Debian, which Java no longer has. */
function classPath(): string {
  const home = process.env.OPENDATALOADER ?? process.cwd();
  const jars = globSync(path.join(home, 'node_modules/@opendataloader/pdf/**/*.jar'));
  if (!jars.length)
    throw new Error(
      `No veraPDF below ${home}: npm install --prefix FOLDER @opendataloader/pdf@2.5.11, then OPENDATALOADER=FOLDER.`,
    );
  const debian = '/usr/share/java';
  const jaxb = [
    'jaxb-api',
    'jaxb-runtime',
    'jaxb-impl',
    'jaxb-core',
    'istack-commons-runtime',
    'txw2',
    'activation',
    'javax.activation',
    'fastinfoset',
    'stax-ex',
  ]
    .map((name) => path.join(debian, `${name}.jar`))
    .filter((file) => existsSync(file));
  if (!jaxb.some((file) => /jaxb-(runtime|impl)/.test(file)))
    throw new Error('No JAXB: apt-get install -y libjaxb-java');
  return [...jars, ...jaxb].join(':');
}

// veraPDF's library alone has no command line; a single-file Java program asks it.
const program = `
import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

public class Ask {
  public static void main(String[] words) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    boolean isGood = true;
    for (int index = 1; index < words.length; index++) {
      PDFAFlavour flavour = PDFAFlavour.byFlavourId(words[0]);
      try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(words[index]), flavour);
           var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
        var result = validator.validate(parser);
        System.out.println(words[index] + " " + flavour.getId() + " " + (result.isCompliant() ? "passes" : "FAILS"));
        isGood &= result.isCompliant();
        result.getTestAssertions().stream().filter(one -> one.getStatus() == TestAssertion.Status.FAILED)
          .map(one -> "  " + one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber() + " " + one.getMessage())
          .distinct().limit(20).forEach(System.out::println);
      }
    }
    System.exit(isGood ? 0 : 1);
  }
}`;

function validate(files: string[]): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-verapdf-'));
  try {
    const source = path.join(folder, 'Ask.java');
    writeFileSync(source, program);
    const classes = classPath();
    return flavours
      .map((flavour) => {
        const { status, stdout, stderr, error } = spawnSync(
          'java',
          ['-cp', classes, source, flavour, ...files],
          { encoding: 'utf8' },
        );
        if (error)
          throw new Error(
            `java cannot be started: apt-get install -y openjdk-17-jdk-headless (${error.message})`,
          );
        console.log(stdout + (status === 0 ? '' : stderr));
        return status === 0 && files.every((file) => stdout.includes(`${file} ${flavour} passes`));
      })
      .every(Boolean);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function printEvery(folder: string): Promise<string[]> {
  // Only here: with files the script needs no portal.
  const { startWithDesks } = await import('../harness/desks.ts');
  const { personName } = await import('../harness/random.ts');
  const { designs } = await import('./a-designs.ts');
  const { nativeName } = await import('./a-native-names.ts');
  const { printSheets } = await import('./a-sheets.ts');
  const office = await startWithDesks();
  try {
    const files: string[] = [];
    for (const [index, { type }] of (await designs(office)).entries()) {
      for (const sheets of [1, 100]) {
        const candidates = Array.from({ length: sheets }, () => ({
          candidateName: personName(),
          candidateNameNative: nativeName().name,
        }));
        const file = path.join(folder, `design-${index + 1}-${sheets}.pdf`);
        writeFileSync(file, (await printSheets(office, type, candidates)).pdf);
        files.push(file);
      }
    }
    return files;
  } finally {
    await office.portal.remove();
  }
}

classPath();
const given = process.argv.slice(2);
for (const file of given)
  if (!readFileSync(file).subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`${file} is no PDF.`);
const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-sheets-'));
try {
  process.exitCode = validate(given.length ? given : await printEvery(folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
