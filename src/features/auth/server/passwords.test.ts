import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { networkOf } from './networks.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('common passwords', () => {
  test.each([
    'Password@2025',
    'P@ssw0rd12345',
    'welcome-admin-1',
    'Welcome@12345',
    '1q2w3e4r5t6y',
    'qwertyuiop[]',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    '123456789012',
    '919845012345',
    'aaaaaaaaaaaa',
    'aabbaabbaabb',
    'tiger7tiger7',
    'JaiShriRam@108',
    'sachin-tendulkar',
    'MyConvocation!x9',
    'asha.kulkarni-77',
    'Kulkarni+#Mysuru',
    'correct horse battery staple',
    // In lists of stolen passwords, and not in the 577 that were kept here before.
    'mypassword-liverpoolfc',
    'chocolate-butterfly',
    'Metallica#Slipknot',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, 'asha.kulkarni@university.example')).toBe(true);
  });

  test.each([
    'nine tamarind trees at dusk',
    'eleven copper kettles in a row',
    'vT7#pq0-Lx2w',
    'ನಮ್ಮ ಮೈಸೂರು ದಸರಾ ೨೦',
    'password of 7 crumbling forts',
    'wet monsoon umbrella',
    'seven brass lamps at dawn',
  ])('%s is taken', (password) => {
    expect(isCommonPassword(password, 'asha.kulkarni@university.example')).toBe(false);
  });
});

describe('hashes', () => {
  test('are salted Argon2id with 19 MiB, two passes and one lane', async () => {
    const [one, other] = [await hashPassword('the same words'), await hashPassword('the same words')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword(one, 'the same words')).toBe(true);
    expect(await verifyPassword(one, 'other words')).toBe(false);
    expect(await verifyPassword(null, 'the same words')).toBe(false);
  });

  test('do not depend on how the keyboard composes a letter', async () => {
    const composed = 'caf\u00e9 and samosa';
    expect(await verifyPassword(await hashPassword(composed), composed.normalize('NFD'))).toBe(true);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
