import fs from 'node:fs';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { describeThirdParties, findDoubtful, listThirdParties, readLicenceTexts } from './third-party-licences.ts';

await runOnce(async () => {
  const packages = listThirdParties();
  const doubtful = findDoubtful(packages);
  if (doubtful.length > 0) {
    const named = doubtful.map(({ name, licence }) => `${name} (${licence})`).join(', ');
    throw new UserError(`The licences of these are not approved for distribution: ${named}.`);
  }
  if (process.argv.includes('--texts')) {
    for (const text of readLicenceTexts(packages)) console.log(text);
    return 0;
  }
  const file = path.join('docs', 'third-party-licences.md');
  fs.writeFileSync(path.join(root, file), describeThirdParties(packages));
  console.log(`${file}: ${packages.length} packages.`);
  return 0;
});
