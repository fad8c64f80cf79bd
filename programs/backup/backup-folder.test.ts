import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Program, programs } from '#programs/base/both-programs.ts';
import {
  type BackupNote,
  clusterIn,
  deleteOldBackups,
  describeOtherFolder,
  listBackups,
  nameBackup,
  requireBackup,
  requireLatestName,
  writeNote,
} from './backup-folder.ts';

const note: BackupNote = {
  madeBy: 'npm run backup',
  asOf: '2026-11-20T12:00:00.000Z',
  postgresql: 18,
  programs: {},
  files: [],
};

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-backups-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const nameOf = (day: number, hour = 3) => nameBackup(new Date(Date.UTC(2026, 10, day, hour)));

/**
 * @param identifiers the system identifiers that `initdb` gave the clusters
 * @param from where it was made: by default a data folder named like its cluster
 */
function makeBackup(
  name: string,
  identifiers: Partial<Record<Program, string>> = { desk: 'desk-one' },
  from: BackupNote['from'] = { host: 'a-host', dataDir: `/srv/${identifiers.desk ?? identifiers.platform}` },
): string {
  const backup = path.join(folder, name);
  fs.mkdirSync(backup);
  for (const program of programs) {
    const identifier = identifiers[program];
    if (!identifier) continue;
    fs.mkdirSync(path.join(clusterIn(backup, program), 'global'), { recursive: true });
    fs.writeFileSync(path.join(clusterIn(backup, program), 'global', 'pg_control'), `${identifier} and more`);
  }
  writeNote(backup, { ...note, from });
  return backup;
}

test('--keep keeps the newest backups and deletes only older backups, nothing else in the folder', () => {
  const [first, second, third] = [1, 2, 3].map((day) => makeBackup(nameOf(day)));
  const others = ['front-desk-20200101T000000Z', 'front-desk-20200101T000000Z.unfinished', 'holiday-photos', '0-notes'];
  for (const name of others) fs.mkdirSync(path.join(folder, name));
  const foreign = path.join(folder, 'front-desk-20200102T000000Z');
  fs.mkdirSync(foreign);
  fs.writeFileSync(path.join(foreign, 'backup.json'), '{"madeBy":"somebody else"}');
  const moved = path.join(folder, 'the-one-before-the-move');
  fs.cpSync(first ?? '', moved, { recursive: true });

  expect(deleteOldBackups(third ?? '', 2)).toEqual([first]);
  expect(listBackups(folder)).toEqual([second, third]);
  for (const name of others) expect(fs.existsSync(path.join(folder, name))).toBe(true);
  expect([foreign, moved].every((kept) => fs.existsSync(kept))).toBe(true);
  expect(deleteOldBackups(third ?? '', 5)).toEqual([]);
});

test.each([1, 2, 5])(
  'the backup just made is never deleted, even if the clock is wrong, with %d to be kept',
  (keep) => {
    const before = [18, 19, 20].map((day) => makeBackup(nameOf(day)));
    const latest = makeBackup('front-desk-20200101T030000Z');
    const deleted = deleteOldBackups(latest, keep);
    expect(listBackups(folder)).toContain(latest);
    expect(deleted).toEqual(before.slice(0, Math.max(0, 4 - keep)));
  },
);

test('a backup made while the clock is behind is reported, because a restore would choose an older one', () => {
  const before = [18, 19, 20].map((day) => makeBackup(nameOf(day)));
  const latest = makeBackup('front-desk-20200101T030000Z');
  expect(requireBackup(folder).backup).toBe(before[2]);
  expect(() => requireLatestName(latest)).toThrow(`${before[2]} has a later name: the clock of this machine is behind`);
  expect(() => requireLatestName(before[2] ?? '')).not.toThrow();
});

test('a later-named backup of another gym is no sign of a wrong clock', () => {
  makeBackup(nameOf(21), { desk: 'desk-two' });
  const latest = makeBackup(nameOf(20));
  expect(() => requireLatestName(latest)).not.toThrow();
});

const former = { host: 'the-host-before', dataDir: '/srv/desk-one' };

test('--keep of a data folder and of an abandoned one that is still backed up delete none of each other, without a word of the clock', () => {
  const byFormer = (day: number) => makeBackup(nameOf(day), { desk: 'desk-one' }, former);
  const beforeMove = byFormer(1);
  const [first, second] = [2, 4].map((day) => makeBackup(nameOf(day)));
  const theirs = [3, 5].map(byFormer);
  const latest = makeBackup(nameOf(6));
  const theirLatest = byFormer(7);
  expect(() => requireLatestName(latest)).not.toThrow();
  expect(deleteOldBackups(latest, 2)).toEqual([first]);
  expect(deleteOldBackups(theirLatest, 2)).toEqual([beforeMove, theirs[0]]);
  expect(listBackups(folder)).toEqual([second, theirs[1], latest, theirLatest]);
});

test('--keep of an abandoned data folder deletes none of the one in use, however rarely that is backed up', () => {
  const byFormer = (day: number) => makeBackup(nameOf(day), { desk: 'desk-one' }, former);
  for (const day of [1, 2, 3]) byFormer(day);
  const inUse = makeBackup(nameOf(4));
  for (const day of [5, 6, 7, 8]) deleteOldBackups(byFormer(day), 3);
  expect(listBackups(folder)).toContain(inUse);
});

test('a former data folder that is still backed up is named, also if its backup is begun after ours and made before', () => {
  makeBackup(nameOf(1));
  const abandoned = makeBackup(nameOf(2, 3), { desk: 'desk-one' }, former);
  const ours = makeBackup(nameOf(2, 4));
  const named =
    /^This backup is made, but [^\n]* from another data folder, in [^\n]* \(of \/srv\/desk-one on the-host-before\)[^\n]*$/;
  expect(describeOtherFolder(ours)).toMatch(named);
  fs.renameSync(abandoned, path.join(folder, nameOf(2, 5)));
  expect(describeOtherFolder(ours)).toMatch(named);
});

test('a former machine of an earlier version that is still backed up is named, too', () => {
  makeBackup(nameOf(1));
  const abandoned = makeBackup(nameOf(2));
  writeNote(abandoned, note);
  const ours = makeBackup(nameOf(3));
  expect(describeOtherFolder(ours)).toContain(`in ${abandoned}: where`);
  writeNote(makeBackup(nameOf(4)), note);
  expect(() => requireLatestName(ours)).not.toThrow();
});

test('databases that were moved to another machine, and are backed up there alone, are no reason for a report', () => {
  writeNote(makeBackup(nameOf(1)), note);
  makeBackup(nameOf(2), { desk: 'desk-one' }, former);
  for (const day of [3, 4]) expect(describeOtherFolder(makeBackup(nameOf(day)))).toBeUndefined();
});

test('the backups of before a move are deleted as older ones of the series', () => {
  const before = [1, 2].map((day) => makeBackup(nameOf(day), { desk: 'desk-one' }, former));
  expect(deleteOldBackups(makeBackup(nameOf(3)), 1)).toEqual(before);
});

test('two gyms that back up into one folder are counted separately, even within the same second', () => {
  const theirs = [1, 2].map((day) => makeBackup(`${nameOf(day)}-2`, { desk: 'desk-two', platform: 'plat-two' }));
  const ours = [1, 2, 3].map((day) => makeBackup(nameOf(day), { desk: 'desk-one', platform: 'plat-one' }));
  expect(deleteOldBackups(ours[2] ?? '', 1)).toEqual(ours.slice(0, 2));
  expect(listBackups(folder).sort()).toEqual([...theirs, ours[2]].sort());
});

test('a gym restored elsewhere, or separated from its platform, continues its own series of backups', () => {
  const together = makeBackup(nameOf(1), { desk: 'desk-one', platform: 'plat-one' });
  const parted = makeBackup(nameOf(2), { desk: 'desk-one' });
  expect(requireBackup(folder).backup).toBe(parted);
  expect(deleteOldBackups(parted, 1)).toEqual([together]);
});

test('the newest backup of one gym is not restored for another: the user must name one', () => {
  makeBackup(nameOf(1), { desk: 'desk-one' });
  const ours = makeBackup(nameOf(2), { desk: 'desk-one' });
  const theirs = makeBackup(nameOf(3), { desk: 'desk-two' });
  expect(() => requireBackup(folder)).toThrow(
    `${folder} has backups of different databases: name the one to restore, the newest of each being ${theirs} (of /srv/desk-two on a-host), ${ours} (of /srv/desk-one on a-host).`,
  );
  expect(requireBackup(ours).backup).toBe(ours);
});

test.each([
  ['machine', { host: 'the-host-before', dataDir: '/srv/desk-one' }],
  ['data folder', { host: 'a-host', dataDir: '/srv/desk-one-before' }],
])('a backup of a gym’s abandoned %s is not restored for being the newest: the user must name one', (_what, from) => {
  makeBackup(nameOf(1), { desk: 'desk-one' }, from);
  const ours = makeBackup(nameOf(2));
  const abandoned = makeBackup(nameOf(3), { desk: 'desk-one' }, from);
  expect(() => requireBackup(folder)).toThrow(
    `${folder} has backups of the same databases in different data folders: name the one to restore, the newest of each being ${abandoned} (of ${from.dataDir} on ${from.host}), ${ours} (of /srv/desk-one on a-host).`,
  );
  expect(requireBackup(ours).backup).toBe(ours);
});

test('a new machine with the host name and data folder of the former one is told apart from it', () => {
  const origin = { host: 'a-host', dataDir: '/srv/desk-one' };
  const ours = makeBackup(nameOf(1), { desk: 'desk-one' }, { ...origin, machine: 'new' });
  const abandoned = makeBackup(nameOf(2), { desk: 'desk-one' }, { ...origin, machine: 'former' });
  expect(() => requireBackup(folder)).toThrow(
    `the newest of each being ${abandoned} (of /srv/desk-one on a-host, machine-id former), ${ours} (of /srv/desk-one on a-host, machine-id new).`,
  );
});

test.each([
  ['whose host name changed', { host: 'a-host-before', machine: 'ours', dataDir: '/srv/desk-one' }],
  ['whose earlier backups have no id of it', { host: 'a-host', dataDir: '/srv/desk-one' }],
])('a machine %s goes on with its series', (_what, from) => {
  makeBackup(nameOf(1), { desk: 'desk-one' }, from);
  const ours = makeBackup(
    nameOf(2),
    { desk: 'desk-one' },
    { host: 'a-host', machine: 'ours', dataDir: '/srv/desk-one' },
  );
  expect(requireBackup(folder).backup).toBe(ours);
});

test('backups of an earlier version, which do not say where they were made, are of the series that goes on', () => {
  const before = makeBackup(nameOf(1));
  writeNote(before, note);
  const ours = makeBackup(nameOf(2));
  expect(requireBackup(folder).backup).toBe(ours);
});

test('a backup of an earlier version is not restored for being the newest, where another says where it was made', () => {
  const ours = makeBackup(nameOf(1));
  const abandoned = makeBackup(nameOf(2));
  writeNote(abandoned, note);
  expect(() => requireBackup(folder)).toThrow(
    `the newest of each being ${abandoned}, ${ours} (of /srv/desk-one on a-host).`,
  );
});

test('a backup is named by its own folder or by the parent folder, which selects the newest', () => {
  const [first, second] = [1, 2].map((day) => makeBackup(nameOf(day)));
  expect(requireBackup(folder).backup).toBe(second);
  expect(requireBackup(first ?? '').backup).toBe(first);
  expect(() => requireBackup(os.tmpdir())).toThrow(/^There is no backup in [^\n]*$/);
});

test('an unfinished backup is not listed as a backup', () => {
  fs.mkdirSync(path.join(folder, `${nameBackup(new Date())}.0123abcd.unfinished`));
  fs.mkdirSync(path.join(folder, nameBackup(new Date())));
  expect(() => requireBackup(folder)).toThrow('There is no backup');
});

test.each(['', '{"madeBy":"npm run b', '[]', 'null', '{"madeBy":"npm run backup","files":["../../etc/passwd"]}'])(
  'a folder with an invalid backup.json (%j) is not a backup, and blocks neither --keep nor other restores',
  (text) => {
    const whole = makeBackup(nameOf(2));
    const broken = makeBackup(nameOf(3));
    fs.writeFileSync(path.join(broken, 'backup.json'), text);
    expect(requireBackup(folder).backup).toBe(whole);
    expect(deleteOldBackups(whole, 1)).toEqual([]);
    expect(fs.existsSync(broken)).toBe(true);
  },
);
