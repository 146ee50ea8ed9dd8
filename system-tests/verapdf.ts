import { spawnSync } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run, withFile } from './pdf-tools.ts';

// veraPDF's validator comes in @opendataloader/pdf, with the JAXB of Debian, which Java no longer has:
//   apt-get install -y openjdk-17-jdk-headless libjaxb-java
//   npm install --prefix FOLDER @opendataloader/pdf@2.5.11, then VERAPDF=FOLDER

const jaxb = ['jaxb-api', 'jaxb-runtime', 'jaxb-core', 'istack-commons-runtime', 'txw2', 'javax.activation'];

function findJars(): string[] {
  const folder = process.env.VERAPDF;
  const own = folder ? globSync(path.join(folder, 'node_modules/@opendataloader/pdf/**/*.jar')) : [];
  const ofDebian = jaxb.map((name) => `/usr/share/java/${name}.jar`).filter((file) => existsSync(file));
  return own.length > 0 && ofDebian.length > 0 ? [...own, ...ofDebian] : [];
}

export const hasVeraPdf = findJars().length > 0 && !spawnSync('java', ['-version']).error;

// The library has no command line; a Java program of a single file asks it.
const program = `
import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

public class Validate {
  public static void main(String[] words) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (int index = 0; index < words.length; index += 2) {
      PDFAFlavour flavour = PDFAFlavour.byFlavourId(words[index]);
      try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(words[index + 1]), flavour);
           var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
        var result = validator.validate(parser);
        System.out.println("validated " + (result.isCompliant() ? "passes" : "fails"));
        result.getTestAssertions().stream().filter(one -> one.getStatus() == TestAssertion.Status.FAILED)
          .map(one -> one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber() + " " + one.getMessage())
          .distinct().limit(20).forEach(System.out::println);
      }
    }
  }
}`;

/** What is asked of a file: PDF/A-2a or PDF/UA-1. */
export type Claim = { name: string; pdf: Uint8Array; flavour: '2a' | 'ua1' };

/** What the validator finds wrong, one sentence a file. */
export function findFaults(claims: readonly Claim[]): string[] {
  const text = withFile(new Uint8Array(), (_file, folder) => {
    const source = path.join(folder, 'Validate.java');
    writeFileSync(source, program);
    const words = claims.flatMap(({ pdf, flavour }, index) => {
      const file = path.join(folder, `${index}.pdf`);
      writeFileSync(file, pdf);
      return [flavour, file];
    });
    return run('java', ['-cp', findJars().join(':'), source, ...words]).toString();
  });
  const results = text.split('validated ').slice(1);
  if (results.length !== claims.length) throw new Error(`${claims.length} files were given: ${text}`);
  return claims.flatMap(({ name, flavour }, index) =>
    results[index]!.trim() === 'passes' ? [] : [`${name}, ${flavour}: ${results[index]}`],
  );
}
