import fs from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import { hourMs } from '#shared/calendar/durations.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { Log } from '#shared/log/log.ts';
import type { PlatformSettings } from './settings.ts';

type TlsFiles = NonNullable<PlatformSettings['tls']>;

interface TlsPair {
  cert: Buffer;
  key: Buffer;
}

/** @throws EnvironmentError if one of the files cannot be read */
export const readTlsFiles = ({ certFile, keyFile }: TlsFiles): TlsPair => ({
  cert: readTlsFile('PLATFORM_TLS_CERT', certFile),
  key: readTlsFile('PLATFORM_TLS_KEY', keyFile),
});

function readTlsFile(variable: string, file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch {
    throw new EnvironmentError(`${variable} names ${file}, which cannot be read.`);
  }
}

/**
 * Has a server use a certificate that was renewed, from its next connection on. A pair that cannot be used leaves it the former one:
 * the files may be written at this moment.
 * @param inUse the pair that the server has
 * @returns the check, for each time when the files may have changed
 */
export function createTlsRenewal(
  server: Pick<Server, 'setSecureContext'>,
  { files, inUse, log }: { files: TlsFiles; inUse: TlsPair; log?: Pick<Log, 'info' | 'error'> | undefined },
): () => void {
  let used = inUse;
  return () => {
    try {
      const found = readTlsFiles(files);
      if (found.cert.equals(used.cert) && found.key.equals(used.key)) return;
      // first: a server whose context fails would be left without one
      createSecureContext({ ...found });
      server.setSecureContext({ ...found });
      used = found;
      log?.info({ file: files.certFile }, 'the renewed certificate is in use');
    } catch (error) {
      log?.error({ error, file: files.certFile }, 'the renewed certificate cannot be used: the former one stays');
    }
  };
}

/** Certificates are renewed weeks before they expire. */
const checkEveryMs = hourMs;

/** @returns stops it */
export function checkHourly(check: () => void): () => void {
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}
