import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Given } from './clients/given.ts';
import { contracts } from './contracts.ts';
import { compileClients, findMissingFunctions, generateClients } from './generated-clients.ts';
import type { Judged, Trial } from './judged.ts';
import { readOperations } from './read-operations.ts';
import { servedDocument } from './served-document.ts';
import { daysAgo } from './traffic/days-ago.ts';
import { drawPicture } from './traffic/picture.ts';

/** Each client with the program that uses it, `clients/<interface>/<program>.ts`. */
const clients = [
  { tool: 'openapi-typescript, openapi-fetch', program: 'use-openapi-fetch' },
  { tool: 'orval', program: 'use-orval' },
  { tool: 'hey-api', program: 'use-hey-api' },
] as const;

/** Generates clients from the served document, compiles them strictly, and uses them. */
export async function judgeClients(trial: Trial): Promise<Judged[]> {
  const { name, tools, gateway, platform, gym } = trial;
  const contract = contracts[name];
  const folder = path.join(tools.folder, 'clients', name);
  const document = await servedDocument(platform.url, name);
  await generateClients(tools, document, `${gateway.url}${contract.basePath}`, folder, name);
  const errors = await compileClients(tools, folder);
  const missing = findMissingFunctions(folder, Object.keys(contract.operations));

  const judged: Judged[] = [];
  for (const { tool, program } of clients) {
    const violations = [
      ...errors.filter((line) => line.includes(program)),
      ...missing.filter((line) => line.startsWith(program)),
    ];
    gateway.takeAnswers();
    const [key = ''] = Object.values(contract.credentialsOf(gym).headers);
    const given: Given = {
      url: gateway.url,
      key,
      gymId: gym.legacyGymId,
      name: `${program}-${Date.now()}`,
      picture: await drawPicture(),
      startDate: daysAgo(20),
      endDate: daysAgo(1),
      check: (what, answered, expected) => {
        if (isDeepStrictEqual(answered, expected)) return;
        violations.push(`${what}: ${JSON.stringify(answered)} instead of ${JSON.stringify(expected)}`);
      },
    };
    if (errors.length === 0) await runProgram(path.join(folder, 'out', `${program}.js`), given);
    const answers = gateway.takeAnswers();
    judged.push({ tool, exchanges: answers.length, operations: readOperations(contract, answers).size, violations });
  }
  const unnamed = errors.filter((line) => !clients.some(({ program }) => line.includes(program)));
  judged[0]?.violations.push(...unnamed);
  return judged;
}

async function runProgram(file: string, given: Given): Promise<void> {
  // safe because: compiled from clients/
  const { use } = (await import(pathToFileURL(file).href)) as { use: (given: Given) => Promise<void> };
  try {
    await use(given);
  } catch (error) {
    given.check('the client', String(error), 'no error');
  }
}
