import { expect, test } from 'vitest';
import { handOverCut, handOverKey, handOverScan, isScanAwaited, takeScans } from './scan-targets.ts';

test('a scan goes only to the listener that was added last', () => {
  const heard: string[] = [];
  expect(handOverScan('0x01')).toBe(false);
  const endFirst = takeScans((text) => heard.push(`first ${text}`));
  const endSecond = takeScans((text) => heard.push(`second ${text}`));
  expect(isScanAwaited()).toBe(true);
  expect(handOverScan('0x02')).toBe(true);
  endSecond();
  endSecond();
  expect(handOverScan('0x03')).toBe(true);
  endFirst();
  expect(handOverScan('0x04')).toBe(false);
  expect(isScanAwaited()).toBe(false);
  expect(heard).toEqual(['second 0x02', 'first 0x03']);
});

test('keys and parts of cards go to the last listener alone, if it watches the reader', () => {
  const heard: string[] = [];
  const endFirst = takeScans(() => {}, { onCut: (text) => heard.push(text), onKey: (key) => heard.push(key) });
  handOverKey('0', 1);
  expect(handOverCut('04A2')).toBe(true);
  const endSecond = takeScans(() => {});
  handOverKey('1', 2);
  expect(handOverCut('04A3')).toBe(false);
  endSecond();
  endFirst();
  expect(heard).toEqual(['0', '04A2']);
});
