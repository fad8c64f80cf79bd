import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runOnce } from '#programs/base/run-command.ts';
import { UserError } from '#programs/base/user-error.ts';
import { contracts } from './conformance/contracts.ts';
import { type InterfaceName, interfaceNames } from './conformance/interface-names.ts';
import { judgeClients } from './conformance/judge-clients.ts';
import { judgeCollection } from './conformance/judge-collection.ts';
import { judgeTraffic } from './conformance/judge-traffic.ts';
import type { Judged, Trial } from './conformance/judged.ts';
import { lieOf } from './conformance/lies.ts';
import { type Figures, writeReport } from './conformance/report.ts';
import { installTools, type Tools } from './conformance/tools.ts';
import { startGateway } from './conformance/traffic/gateway.ts';
import { startPlatformUnderTest } from './conformance/traffic/platform-under-test.ts';

function readOptions() {
  const { values } = parseArgs({
    options: {
      /** Only these interfaces. The figures in docs/conformance.md are then not updated. */
      only: { type: 'string', multiple: true },
      /** A negative control: injects a wrong response for every judge, and succeeds if each of them reports it. */
      control: { type: 'boolean', default: false },
    },
  });
  return { names: values.only?.map(readName) ?? interfaceNames, isControl: values.control, isWhole: !values.only };
}

function readName(name: string): InterfaceName {
  const found = interfaceNames.find((known) => known === name);
  if (!found) throw new UserError(`--only is "${name}": give one of ${interfaceNames.join(', ')}.`);
  return found;
}

/** A tool that fails counts as a violation, and does not stop the others. */
const orViolation = (tool: string, work: () => Promise<Judged[]>): Promise<Judged[]> =>
  work().catch((error: unknown) => [{ tool, exchanges: 0, operations: 0, violations: [String(error)] }]);

/** The results of all tools for an interface of a freshly started platform. */
async function judge(tools: Tools, name: InterfaceName, isLying: boolean): Promise<Judged[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-conformance-tools-'));
  const platform = await startPlatformUnderTest();
  const gateway = await startGateway(platform.url);
  if (isLying) gateway.lie(lieOf(contracts[name]));
  try {
    const trial = async (): Promise<Trial> => {
      const gym = await platform.createGym();
      await contracts[name].prepare?.(gym, platform);
      return { name, tools, platform, gateway, folder, gym };
    };
    return [
      ...(await orViolation('Prism', async () => [await judgeTraffic(await trial())])),
      ...(await orViolation('Portman, newman', async () => [await judgeCollection(await trial())])),
      ...(await orViolation('generated clients', async () => judgeClients(await trial()))),
    ];
  } finally {
    await gateway.stop();
    await platform.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function tell(name: InterfaceName, judged: Judged[]): void {
  for (const { tool, exchanges, operations, violations } of judged) {
    console.log(`${name}, ${tool}: ${exchanges} exchanges, ${operations} operations, ${violations.length} violations`);
    for (const violation of violations) console.log(`  ${violation}`);
  }
}

await runOnce(async () => {
  const { names, isControl, isWhole } = readOptions();
  const tools = installTools();
  const figures: Figures[] = [];
  for (const name of names) {
    const judged = await judge(tools, name, isControl);
    tell(name, judged);
    figures.push({ name, judged });
  }
  const found = figures.flatMap(({ judged }) => judged.map(({ violations }) => violations.length));
  if (isControl) return found.every((count) => count > 0) ? 0 : 1;
  const isClean = found.every((count) => count === 0);
  if (isWhole) writeReport(figures, tools, new Date());
  return isClean ? 0 : 1;
});
