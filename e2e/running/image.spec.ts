import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { stopUnderLoad } from '#e2e/base/stop-under-load.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import {
  assembleImage,
  listFiles,
  readDeployFile,
  readServices,
  readStages,
  type Service,
  sizeOf,
} from '#tools/testing/image.ts';

/** The image's entry point for the command of a service, without Node itself. */
const [, ...entrypoint]: string[] = JSON.parse(
  readStages()
    .get('image')
    ?.find(({ keyword }) => keyword === 'ENTRYPOINT')?.words ?? '[]',
);

const variables = {
  DESK_HOST: 'desk.example.com',
  PLATFORM_HOST: 'mms.example.com',
  POSTGRES_PASSWORD: 'postgres',
  DESK_DATABASE_PASSWORD: 'desk',
  PLATFORM_DATABASE_PASSWORD: 'platform',
  DESK_SECRET: 'a secret of the desk of the tests, long enough',
  PLATFORM_SECRET: 'a secret of the platform of the tests, long enough',
  GYM_TIME_ZONE: 'Europe/Berlin',
};

/** Creates databases and roles with the SQL that PostgreSQL's container runs at its first start. */
async function createDatabases(adminUrl: string): Promise<void> {
  const [, script = ''] = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(readDeployFile('postgres/create-databases.sh')) ?? [];
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of script.split(/;\s*/).filter(Boolean)) {
    await admin.query(statement.replaceAll(/:'(\w+)_password'/g, "'$1'"));
  }
  await admin.query(readDeployFile('postgres/platform-roles.sql'));
  await admin.end();
}

test('both programs start with the commands of compose.yaml from the image’s content, on PostgreSQL with unprivileged roles, and write nothing into it; the platform, stopped under load, answers every request', async () => {
  await buildPrograms();
  const folder = assembleImage();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-external-'));
  fs.chmodSync(home, 0o755);
  const cluster = await openCluster({ home, database: 'postgres', access: 'own' });
  const children: ChildProcess[] = [];
  try {
    await createDatabases(cluster.url);
    const [deskPort = 0, platformPort = 0, deskMetrics = 0, platformMetrics = 0] = await findFreePorts(4);
    const places: [string, string][] = [
      ['@postgres:5432', `@${new URL(cluster.url).host}`],
      ['platform:4010', `127.0.0.1:${platformPort}`],
      ['127.0.0.1:4010', `127.0.0.1:${platformPort}`],
      ['127.0.0.1:3000', `127.0.0.1:${deskPort}`],
    ];
    const here = (text: string) => places.reduce((place, [there, ours]) => place.replaceAll(there, ours), text);
    const environmentOf = ({ environment }: Service) => ({
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      HOST: '127.0.0.1',
      DATA_DIR: path.join(home, 'data'),
      PORT: String(deskPort),
      PLATFORM_PORT: String(platformPort),
      DESK_METRICS_PORT: String(deskMetrics),
      PLATFORM_METRICS_PORT: String(platformMetrics),
    });
    const start = (service: Service) => {
      const child = spawn(process.execPath, [...entrypoint, ...(service.command ?? [])], {
        cwd: folder,
        env: environmentOf(service),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    };
    const isHealthy = ({ healthcheck }: Service) => {
      const [, , ...args] = healthcheck?.test ?? [];
      return spawnSync(process.execPath, args.map(here)).status === 0;
    };
    const ready = { intervals: [500] };
    /** As compose does it: a program exits if PostgreSQL, however busy, does not answer it in time, and is started again. */
    const startUntilHealthy = async (service: Service) => {
      expect(service.restart).toBe('unless-stopped');
      let child = start(service);
      const isUp = () => {
        if (child.exitCode !== null || child.signalCode !== null) child = start(service);
        return isHealthy(service);
      };
      await expect.poll(isUp, ready).toBe(true);
      return child;
    };

    expect(sizeOf(folder), 'megabytes beside Node’s own image').toBeLessThan(120);
    const services = readServices(variables);
    const platform = services.platform as Service; // safe because: a unit test reads the services
    const before = listFiles(folder);
    const find =
      "import('./programs/build/platform-bundle.ts').then(({ findBundle }) => console.log(findBundle('run-platform')))";
    const bundle = execFileSync(process.execPath, ['--eval', find], { cwd: folder, encoding: 'utf8' });
    expect(bundle).toBe(`${pathToFileURL(path.join(folder, '.platform', 'run-platform.mjs')).href}\n`);
    const programOfPlatform = await startUntilHealthy(platform);
    const admin = ['programs/platform-admin.ts', 'create-gym', '--name', 'Gym', '--time-zone', 'Europe/Berlin'];
    const printed = execFileSync(process.execPath, admin, { cwd: folder, env: environmentOf(platform) });
    const { apiKey } = JSON.parse(String(printed));

    const desk = readServices({ ...variables, GYM_API_KEY: apiKey }).desk as Service; // safe because: as above
    const programOfDesk = await startUntilHealthy(desk);
    const command = ['--conditions=react-server', 'programs/desk-admin.ts', 'list-locations'];
    const locations = execFileSync(process.execPath, command, { cwd: folder, env: environmentOf(desk) });
    expect(String(locations)).toContain('My gym');
    let html = '';
    // a busy PostgreSQL may keep the desk waiting for longer than it waits
    await expect(async () => {
      const page = await fetch(`http://127.0.0.1:${deskPort}/sign-in`);
      html = await page.text();
      expect([page.status, html]).toEqual([200, expect.stringContaining('<form')]);
    }).toPass();
    const [chunk = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? [];
    expect((await fetch(`http://127.0.0.1:${deskPort}${chunk}`)).status).toBe(200);
    const metricsOf = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(await metricsOf(deskMetrics)).toContain('desk_requests_total{route="/sign-in",method="GET",status="200"} 1');
    expect(await metricsOf(platformMetrics)).toContain('platform_database_up 1');

    const stop = async (child: ChildProcess) => {
      child.kill('SIGTERM');
      await expect.poll(() => child.exitCode ?? child.signalCode, ready).toBe(0);
    };
    await stop(programOfDesk);
    // a stopping platform reports that it is not ready
    const load = { url: `http://127.0.0.1:${platformPort}/ready`, alsoRight: ['503'] };
    await stopUnderLoad(load, () => stop(programOfPlatform));
    expect(listFiles(folder)).toEqual(before);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await cluster.stop();
    for (const used of [folder, home]) fs.rmSync(used, { recursive: true, force: true });
  }
});
