import { describe, expect, test } from 'vitest';
import { tablesOf } from '../harness/source.ts';
import { commandsOf, document, scalingDocument, section, sectionsOf } from './b-document.ts';

// The issue, done when 3: "Figures in docs/scaling.md, with the plan on paper for 50 universities and for 10,000,000 applications
// (partitions by convocation, one database per university, object store), with costs at each step."

const all = () => document(scalingDocument);

describe('9.3 docs/scaling.md', () => {
  test('9.3: figures of the trial: processes, clients, lost, doubled, seconds until it served again', () => {
    const cells = tablesOf(all()).flat(2).join(' ');
    expect(all()).toMatch(/\b(3|three) processes\b/i);
    expect(all()).toMatch(/\b20 clients\b/i);
    for (const word of [/lost/i, /doubled|twice/i, /\b\d[\d,.]*\s*(s|seconds|ms)\b/i])
      expect(all()).toMatch(word);
    expect(cells, 'a table with figures').toMatch(/\d/);
    expect(all(), 'on what machine').toMatch(/\bcores?\b/i);
  });

  test('9.3: the plan for 50 universities: one database each, with its steps', () => {
    const { text } = section(scalingDocument, /50 universities|fifty universities/i);
    for (const word of [
      /one database (per|a|for each) university/i,
      /migrat/i,
      /backup/i,
      /connections|pool/i,
    ])
      expect(text).toMatch(word);
  });

  test('9.3: the plan for 10,000,000 applications: partitions by convocation, object store', () => {
    const { text } = section(scalingDocument, /10,000,000|10 million|ten million|1,00,00,000/i);
    for (const word of [/partition/i, /convocation/i, /object store|S3/i, /index/i])
      expect(text).toMatch(word);
  });

  test('9.3: costs at each step', () => {
    const steps = sectionsOf(scalingDocument).filter(({ title }) =>
      /universit|million|10,000,000|step/i.test(title),
    );
    expect(steps.length).toBeGreaterThan(1);
    for (const { title, text } of steps)
      expect(text, `costs in '${title}'`).toMatch(
        /(₹|Rs|rupees|EUR|USD|\$)\s?\d|\d[\d,.]*\s*(₹|rupees|EUR|USD)|\d+\s*(vCPU|cores?|GB)\b/i,
      );
  });

  test('9.3: one documented command promotes, fencing first; a documented command frees commits of a dead standby', () => {
    const commands = sectionsOf(scalingDocument)
      .filter(({ level }) => level <= 2)
      .flatMap(commandsOf);
    expect(commands.join('\n'), 'a command that promotes').toMatch(/promote/);
    expect(all()).toMatch(/fenc/i);
    expect(commands.join('\n'), 'the command that frees commits').toMatch(/standby|synchronous/i);
    expect(all(), "what is no longer true after a promotion: 'on two disks'").toMatch(
      /no standby|without (a )?standby|new standby/i,
    );
  });

  test('9.3: what goes past a pooler is said: LISTEN and migrations connect directly, pgbouncer in session mode', () => {
    expect(all()).toMatch(/pgbouncer[\s\S]{0,300}session|session[\s\S]{0,300}pgbouncer/i);
    expect(all()).toMatch(/LISTEN/);
    expect(all()).toMatch(/haproxy/i);
  });
});
