import { readFile } from 'node:fs/promises';

/** The machine's own names. Windows has them elsewhere: there the DNS is asked first. */
const hostsFile = '/etc/hosts';

/** Whether the machine's own file has a name. It is read each time, as the system does. */
export async function isInHosts(hostname: string, file = hostsFile): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const wanted = hostname.toLowerCase();
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(wanted);
  });
}
