import { expect, test } from 'vitest';
import { handOverScan, isScanAwaited, takeScans } from './scan-targets.ts';

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
