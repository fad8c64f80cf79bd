import 'server-only';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import { z } from 'zod';
import { isLoopback } from '#shared/network/loopback.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
}

/** Sends e-mails by the operator's SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<MailAnswer>;
}

/** Whether the server took the mail. `refused`: not for this recipient, so that another attempt is in vain. */
export type MailAnswer = { kind: 'sent' } | { kind: 'refused'; code: number } | { kind: 'failed'; reason: string };

/** How long a server may stay silent: a person waits for the answer. */
const patienceMs = 10_000;

interface MailSettings {
  /** The address of the server with the user and the password, SMTP_URL. */
  url: string | undefined;
  /** The sender, SMTP_FROM. */
  from: string | undefined;
}

type LoadNodemailer = () => Promise<Pick<typeof import('nodemailer'), 'createTransport'>>;

/** @returns null where the environment names no server */
export function createMailer(
  { url, from }: MailSettings,
  silenceMs = patienceMs,
  load: LoadNodemailer = () => import('nodemailer'),
): Mailer | null {
  if (url === undefined || from === undefined) return null;
  let transporter: Promise<Transporter<SentMessageInfo>> | undefined;
  return {
    send: async ({ to, subject, text }) => {
      // loaded for the first mail: most processes never send one
      transporter ??= connect(new URL(url), silenceMs, load);
      const connecting = transporter;
      try {
        const opened = await connecting.catch((error: unknown) => {
          // the next mail tries again
          if (transporter === connecting) transporter = undefined;
          throw error;
        });
        // as an object, since an address is no list of addresses
        await opened.sendMail({ from, to: { name: '', address: to }, subject, text });
        return { kind: 'sent' };
      } catch (error) {
        return answerOf(error);
      }
    },
  };
}

async function connect(url: URL, silenceMs: number, load: LoadNodemailer): Promise<Transporter<SentMessageInfo>> {
  const { createTransport } = await load();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  return createTransport({
    host,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // a mail holds a sign-in link: it leaves this machine encrypted or not at all
    ...(isLoopback(host) ? { ignoreTLS: !isSecure } : { requireTLS: !isSecure }),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Of an error only its codes: the sentence of a server may name the recipient. */
function answerOf(error: unknown): MailAnswer {
  const { code, command, responseCode } = smtpFacts.safeParse(error).data ?? {};
  // the sender is refused with the same code
  const isOfRecipient =
    code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
  if (isOfRecipient) return { kind: 'refused', code: responseCode };
  return { kind: 'failed', reason: [code ?? 'unknown', command, responseCode].filter(Boolean).join(' ') };
}

/** What nodemailer adds to its errors. */
const smtpFacts = z.object({
  code: z.string().optional().catch(undefined),
  /** The command that was answered, without its arguments. */
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
});
