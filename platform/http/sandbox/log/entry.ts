import type { FieldError } from '#platform/base/errors.ts';
import type { AttemptRow } from '#platform/services/sandbox-log/attempts.ts';
import type { RequestRow } from '#platform/services/sandbox-log/list-requests.ts';
import { maskBody, maskPath, maskUrl } from '#platform/services/sandbox-log/mask.ts';
import { loggedInterfaces, pathWords } from './logged-interfaces.ts';

/** Why a request was refused, as its response says. */
interface Refusal {
  /** Version 2 has codes, the other interfaces have not. */
  errorCode: string | null;
  message: string | null;
  fieldErrors: FieldError[];
}

/** A request as the log shows it. */
export interface LogEntry extends Omit<RequestRow, 'requestBody' | 'answerBody' | 'at'> {
  at: string;
  /** Whether the client closed the connection before there was a response. What was done is not undone. */
  hasClientLeft: boolean;
  refusal: Refusal | null;
}

/** The same with the bodies. */
export interface WholeLogEntry extends LogEntry {
  /** False: personal values are replaced. */
  showsPersonal: boolean;
  requestBody: unknown;
  answerBody: unknown;
}

const pathMaskOf = ({ operation, interface: name }: RequestRow) => {
  const template = operation === null ? undefined : loggedInterfaces[name].operations[operation]?.path;
  return (path: string) => maskPath(path, template, pathWords);
};

/** An entry without its bodies, and without personal values in its path. */
export const toEntry = (row: RequestRow, showsPersonal = false): LogEntry => {
  const { requestBody: _, answerBody, at, path, ...entry } = row;
  const ofPath = pathMaskOf(row);
  const hasClientLeft = row.status === null && row.fault !== 'droppedBefore' && row.fault !== 'droppedAfter';
  const isRefused = row.status !== null && row.status >= 400 && answerBody !== null;
  return {
    ...entry,
    path: showsPersonal ? path : ofPath(path),
    at: at.toISOString(),
    hasClientLeft,
    refusal: isRefused ? refusalOf(showsPersonal ? answerBody : maskBody(answerBody, ofPath)) : null,
  };
};

/** An entry with its bodies: as values where they are JSON, otherwise as text. */
export const toWholeEntry = (row: RequestRow, showsPersonal: boolean): WholeLogEntry => {
  const shownOf = (text: string) => parse(showsPersonal ? text : maskBody(text, pathMaskOf(row)));
  const bodyOf = (text: string | null) => (text === null ? null : shownOf(text));
  return {
    ...toEntry(row, showsPersonal),
    showsPersonal,
    requestBody: bodyOf(row.requestBody),
    answerBody: bodyOf(row.answerBody),
  };
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusalOf(answer: string): Refusal | null {
  const body = parse(answer);
  if (typeof body !== 'object' || body === null) return null;
  const { errorCode, message, errorText, fieldErrors, errors } = body as Record<string, unknown>; // safe because: each is checked
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const list = [fieldErrors, errors].find(Array.isArray);
  return {
    errorCode: textOf(errorCode),
    message: textOf(message) ?? textOf(errorText),
    fieldErrors: (list ?? []) as FieldError[], // safe because: our own responses have no others
  };
}

/** An attempt as the log shows it. What was signed has no personal values; the receiver's response is shown as it came. */
export const toAttempt = ({ at, url, ...attempt }: AttemptRow) => ({
  ...attempt,
  url: maskUrl(url),
  at: at.toISOString(),
});
