import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { pretendOwner } from '#tools/testing/pretend-owner.ts';
import { withoutLostClusters } from '#tools/testing/without-lost-clusters.ts';
import { findClusterFolder, hasCluster, makeClusterFolder, placeOfCluster, pointerOf } from './cluster-folder.ts';
import { putBackHalfCarried } from './half-carried.ts';
import * as operatingUser from './operating-user.ts';
import { describeLostClusters, listOutsideClusters, nameCluster, refuseBesideRoots } from './outside-clusters.ts';

const [gym, stranger, postgres, ofPostgres] = [54_322, 54_323, 54_324, 54_325];
const names: Record<number, string> = { [gym]: 'front-desk', [postgres]: 'messagebus', [ofPostgres]: 'postgres' };

/** A user who cannot enter our private folders. */
const user = { uid: 54_321, gid: 54_321 };

let root = '';
let clusters = '';
beforeEach(() => {
  vi.spyOn(operatingUser, 'nameOfUser').mockImplementation((uid) => names[uid]);
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-folders-'));
  fs.chmodSync(root, 0o755);
  clusters = path.join(root, 'clusters');
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(root, { recursive: true });
});

/** A data folder in a place like root's home: not accessible to the database's user, so that its cluster lies outside. */
async function makeClosedHome(): Promise<{ home: string; folder: string; content: string }> {
  const parent = path.join(root, `checkout-${randomUUID()}`);
  fs.mkdirSync(parent, { mode: 0o700 });
  const home = path.join(parent, 'desk');
  const content = randomUUID();
  const folder = await makeClusterFolder({ home, user, clusters }, async (made) => {
    fs.mkdirSync(made);
    fs.writeFileSync(path.join(made, 'content'), content);
  });
  return { home, folder, content };
}

const contentOf = (folder = '') => fs.readFileSync(path.join(folder, 'content'), 'utf8');

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

test('a data folder that the database’s user can enter contains its cluster', async () => {
  const home = path.join(root, 'desk');
  expect(findClusterFolder(home, user)).toBeUndefined();
  const folder = await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));
  expect(folder).toBe(path.join(home, 'postgresql'));
  expect(findClusterFolder(home, user)).toBe(folder);
  expect(listOutsideClusters([clusters])).toEqual([]);
});

test('a renamed checkout that is cloned again loses nothing: the old one finds its cluster, the new one creates its own', async () => {
  const { home, content } = await makeClosedHome();
  const checkout = path.dirname(home);
  fs.renameSync(checkout, `${checkout}-old`);
  fs.mkdirSync(checkout, { mode: 0o700 });
  expect(findClusterFolder(home, user)).toBeUndefined();
  const anew = await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));

  const renamed = path.join(`${checkout}-old`, 'desk');
  expect(contentOf(findClusterFolder(renamed, user))).toBe(content);
  expect(findClusterFolder(home, user)).toBe(anew);
});

test('a cluster that no data folder points to is reported in one sentence, until its folder is back', async () => {
  const { home } = await makeClosedHome();
  expect(describeLostClusters('desk', [clusters])).toBeUndefined();
  const away = path.join(root, 'away');
  fs.renameSync(path.dirname(home), away); // simulates a disk that is not mounted
  const sentence = describeLostClusters('desk', [clusters]) ?? '';
  expect(sentence).toMatch(new RegExp(`^A database is kept in [^\\n]*${home}[^\\n]*$`));
  expect(withoutLostClusters(`${sentence}\nIt runs again.\n`)).toBe('It runs again.\n');
  expect(describeLostClusters('platform', [clusters])).toBeUndefined();
  fs.renameSync(away, path.dirname(home));
  expect(describeLostClusters('desk', [clusters])).toBeUndefined();
});

test('the units create no database beside one of root’s of the same program; all other programs do', async () => {
  const { home, folder } = await makeClosedHome();
  const [dataFolder, folders] = [path.join(root, 'front-desk'), [clusters]];
  const refuse = (program: string) => refuseBesideRoots(path.join(dataFolder, program), { dataFolder, folders });
  expect(() => refuse('desk')).toThrow(
    new RegExp(`^There is no database in [^\\n]*${clusters}, last used by ${home}:`),
  );
  expect(() => refuse('platform')).not.toThrow();
  expect(() => refuseBesideRoots(path.join(root, 'elsewhere', 'desk'), { dataFolder, folders })).not.toThrow();
  fs.rmSync(path.dirname(folder), { recursive: true });
  expect(() => refuse('desk')).not.toThrow();
});

test('a moved data folder keeps its cluster, which then refers back to the new location', async () => {
  const { home, content } = await makeClosedHome();
  const moved = path.join(root, 'moved');
  fs.renameSync(home, moved);
  expect(contentOf(findClusterFolder(moved, user))).toBe(content);
  expect(listOutsideClusters([clusters])).toMatchObject([{ home: moved, isNamed: true }]);
});

test('a data folder moved to where its cluster could lie inside still uses the one it points to', async () => {
  const { home, folder } = await makeClosedHome();
  const open = path.join(root, 'open');
  fs.renameSync(home, open);
  expect(findClusterFolder(open, user)).toBe(folder);
});

test('a copied data folder whose cluster lies outside is refused, the original continues', async () => {
  const { home, folder } = await makeClosedHome();
  const copy = path.join(root, 'copy');
  fs.cpSync(home, copy, { recursive: true });
  expect(refusal(() => findClusterFolder(copy, user))).toContain('npm run backup');
  expect(findClusterFolder(home, user)).toBe(folder);
});

test('a pointer whose cluster is missing is refused, and no empty database is created in its place', async () => {
  const { home, folder, content } = await makeClosedHome();
  fs.renameSync(path.dirname(folder), path.join(root, 'unmounted'));
  const sentence = refusal(() => findClusterFolder(home, user));
  expect(sentence).toContain(path.dirname(folder));
  expect(sentence).toContain(pointerOf(home));
  expect(fs.readdirSync(clusters)).toEqual([]);
  fs.renameSync(path.join(root, 'unmounted'), path.dirname(folder));
  expect(contentOf(findClusterFolder(home, user))).toBe(content);
});

test('a cluster inside a folder that became inaccessible to the database’s user is not replaced by an empty one', async () => {
  const home = path.join(root, 'desk');
  await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));
  fs.chmodSync(home, 0o700);
  expect(refusal(() => findClusterFolder(home, user))).toContain('chmod o+x');
});

test.each([
  [0o700, gym, 'front-desk'],
  [0o755, gym, 'front-desk'],
  [0o755, stranger, String(stranger)], // a user of a directory service, absent from /etc/passwd
])(
  'root is told to run as the user whose program owns the database (%o, %i), and does not take ownership of it',
  async (mode, owner, name) => {
    const home = path.join(root, 'desk');
    const folder = await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));
    fs.chmodSync(home, mode);
    pretendOwner(owner, home, folder);
    for (const look of [() => hasCluster(home), () => findClusterFolder(home, user)]) {
      const sentence = refusal(look);
      expect(sentence).toContain(`belongs to the user "${name}"`);
      expect(sentence).not.toMatch(/chmod|chown/);
    }
  },
);

test.each([
  ['nobody', stranger],
  ['an unrelated user', postgres],
])(
  'root is told no user to run as for its own data folder on a disk from another machine, whose database’s owner id is %s here',
  async (_whose, owner) => {
    const home = path.join(root, 'desk');
    const folder = await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));
    pretendOwner(owner, folder);
    expect(hasCluster(home)).toBe(true);
  },
);

test('a data folder that belongs entirely to the user of root’s databases still counts as root’s', async () => {
  const home = path.join(root, 'desk');
  const folder = await makeClusterFolder({ home, user, clusters }, async (made) => void fs.mkdirSync(made));
  pretendOwner(ofPostgres, home, folder);
  expect(hasCluster(home)).toBe(true);
});

test('a data folder with a cluster inside and another outside is refused', async () => {
  const { home } = await makeClosedHome();
  fs.mkdirSync(path.join(home, 'postgresql'));
  expect(refusal(() => findClusterFolder(home, user))).toContain('names another');
});

test('a start that dies while it creates a cluster leaves no pointer to an incomplete one', async () => {
  const home = path.join(root, 'closed', 'desk');
  fs.mkdirSync(path.dirname(home), { mode: 0o700 });
  const dying = makeClusterFolder({ home, user, clusters }, () => Promise.reject(new Error('died')));
  await expect(dying).rejects.toThrow('died');
  expect(fs.existsSync(pointerOf(home))).toBe(false);
  expect(listOutsideClusters([clusters])).toEqual([]);
});

test('a copied data folder that belongs to root passes here: the later check explains how to restore its ownership', async () => {
  const home = path.join(root, 'desk');
  const inside = await makeClusterFolder(
    { home, user, clusters },
    async (made) => void fs.mkdirSync(made, { mode: 0o700 }),
  );
  expect(findClusterFolder(home, user)).toBe(inside);
});

test('under a restrictive umask, a cluster outside can still be entered', async () => {
  const before = process.umask(0o077);
  try {
    const { folder } = await makeClosedHome();
    for (const above of [path.dirname(folder), clusters]) expect(fs.statSync(above).mode & 0o777).toBe(0o755);
  } finally {
    process.umask(before);
  }
});

test('two concurrent first starts use the same cluster', async () => {
  const home = path.join(root, 'closed', 'desk');
  fs.mkdirSync(path.dirname(home), { mode: 0o700 });
  const fill = async (made: string) => void fs.mkdirSync(made);
  const folders = await Promise.all([1, 2].map(() => makeClusterFolder({ home, user, clusters }, fill)));
  expect(new Set(folders)).toEqual(new Set([findClusterFolder(home, user)]));
  expect(listOutsideClusters([clusters])).toHaveLength(1);
});

test('a lost cluster can be attached to a folder that has none', async () => {
  const { home, folder, content } = await makeClosedHome();
  fs.rmSync(home, { recursive: true });
  nameCluster(path.dirname(folder), path.join(root, 'anew', 'desk'));
  expect(contentOf(findClusterFolder(path.join(root, 'anew', 'desk'), user))).toBe(content);
  expect(describeLostClusters('desk', [clusters])).toBeUndefined();
});

test.each([
  [
    ['postgresql-15', 'postgresql-17'],
    /older database[^\n]*rename [^\n]*postgresql-17 to [^\n]*postgresql and run/,
    false,
  ],
  [['postgresql.carry-over-new'], /put the database it was made from back as [^\n]*postgresql;/, false],
  [
    ['postgresql-15', 'postgresql-17', 'postgresql.carry-over-new'],
    /: run "npm run carry-over -- FOLDER" again;/,
    true,
  ],
])('if only %j exist, no empty database is created, and the suggested remedy works', async (names, told, helps) => {
  const home = path.join(root, 'desk');
  for (const name of names) fs.mkdirSync(path.join(home, name), { recursive: true });
  const sentence = refusal(() => findClusterFolder(home, user));
  expect(sentence).toMatch(/^There is no database in [^\n]*carry-over[^\n]*\.$/);
  expect(sentence).toMatch(told);
  const before = fs.readdirSync(home);
  expect(putBackHalfCarried(placeOfCluster(home))).toBe(helps);
  if (helps) return expect(findClusterFolder(home, user)).toBe(path.join(home, 'postgresql'));
  expect(fs.readdirSync(home)).toEqual(before);
  fs.mkdirSync(path.join(home, 'postgresql'));
  expect(findClusterFolder(home, user)).toBe(path.join(home, 'postgresql'));
});

test('an interrupted carry-over of a cluster outside is reported as such, and not as a missing disk', async () => {
  const { home, folder } = await makeClosedHome();
  fs.renameSync(folder, `${folder}-17`);
  fs.mkdirSync(`${folder}.carry-over-new`);
  expect(refusal(() => findClusterFolder(home, user))).toMatch(/^There is no database in [^\n]*carry-over[^\n]*\.$/);
  expect(putBackHalfCarried(placeOfCluster(home))).toBe(true);
  expect(findClusterFolder(home, user)).toBe(folder);
});

test('clusters kept by earlier carry-overs stay when the latest one is undone', () => {
  const home = path.join(root, 'desk');
  for (const name of ['postgresql-9', 'postgresql-15', 'postgresql-17'])
    fs.mkdirSync(path.join(home, name), { recursive: true });
  expect(putBackHalfCarried(placeOfCluster(home))).toBe(false); // nothing indicates an interrupted one
  fs.mkdirSync(path.join(home, 'postgresql.carry-over-new'));
  expect(putBackHalfCarried(placeOfCluster(home))).toBe(true);
  expect(fs.readdirSync(home).sort()).toEqual([
    'postgresql',
    'postgresql-15',
    'postgresql-9',
    'postgresql.carry-over-new',
  ]);
});
