import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hardwareIdIn, machineIdIn, placeOf } from './origin.ts';

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-origin-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** The parts of a cluster that identify it. */
function makeCluster(name: string, identifier: string): string {
  const cluster = path.join(root, name);
  fs.mkdirSync(path.join(cluster, 'global'), { recursive: true });
  fs.writeFileSync(path.join(cluster, 'global', 'pg_control'), identifier);
  return cluster;
}

test('a data folder keeps its short name; one on a machine with the same host name gets another', () => {
  const clusters = [makeCluster('desk', '12345678'), makeCluster('platform', 'abcdefgh')];
  const place = placeOf(root, clusters);
  expect(place).toMatch(/^[0-9a-f]{8}$/);
  expect(placeOf(root, clusters)).toBe(place);
  expect(placeOf(path.join(root, 'desk'), clusters)).not.toBe(place);
  makeCluster('platform', 'of-a-clone');
  expect(placeOf(root, clusters)).not.toBe(place);
});

test.each([
  ['3d1219c7c4c5404aaa1f6d2a48adfda4\n', '3d1219c7c4c5404aaa1f6d2a48adfda4'],
  ['', undefined],
  ['uninitialized\n', undefined],
])('a machine with %j in its file of the id has the id %s', (text, id) => {
  expect(machineIdIn(text)).toBe(id);
});

test('a Mac has the id of its hardware, since its host name may change with the network', () => {
  const list = `+-o Mac14,2  <class IOPlatformExpertDevice, id 0x100000226, registered, matched, active>
    {
      "manufacturer" = <"Apple Inc.">
      "IOPlatformSerialNumber" = "ABCDEFGHIJ"
      "IOPlatformUUID" = "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"
    }`;
  expect(hardwareIdIn(list)).toBe('0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0');
  expect(hardwareIdIn('')).toBeUndefined();
});
