/** In place of a value. */
const maskedValue = '•••';

/**
 * Fields of the interfaces whose values say nothing about a person: ids, states, times and what belongs to a gym. The
 * values of all other fields are masked, also those of fields that are added later.
 */
const harmless: ReadonlySet<string> = new Set([
  // ids
  'accountId',
  'authorId',
  'collectorId',
  'completerId',
  'id',
  'productId',
  'referringMemberId',
  'targetId',
  'author',
  'completer',
  'target',
  'taskId',
  'userId',
  'externalAccountId',
  'gymId',
  'jobId',
  'typeId',
  'legacyUserId',
  // states and kinds
  'membershipSubType',
  'membershipType',
  'state',
  'status',
  'tagFormat',
  'type',
  'passTypeId',
  'scope',
  'activeStatus',
  'membershipStatus',
  'membershipSubtype',
  'taskType',
  'exportType',
  'fileType',
  'metricKey',
  'metricSubType',
  'metricType',
  'machineType',
  'operationMode',
  'trainingMethod',
  // times
  'timestamp',
  'dueDate',
  'startDate',
  'endDate',
  'startTimestamp',
  'endTimestamp',
  'startOfContract',
  'endOfContract',
  'firstAdmission',
  'start',
  'end',
  'userPresenceTimestamp',
  'modified-since',
  'eventTimestamp',
  'periodStart',
  'periodEnd',
  'lastSeenAt',
  'modifiedSince',
  'fromTimestamp',
  'toTimestamp',
  'endDateFrom',
  'endDateTo',
  // what a request asks for
  'allSources',
  'currentGymOnly',
  'eraseMemberData',
  'nfcFormat',
  // pages
  'limit',
  'offset',
  'total',
  'hasNext',
  'nextAfterId',
  'afterId',
  'cursor',
  'nextCursor',
  // failures
  'requestId',
  'error',
  'errorCode',
  'errorText',
  'message',
  'entity',
  // a gym and its webhooks
  'title',
  'productTitle',
  'productDescription',
  'chainName',
  'gym',
]);

/** Entries of these lists name a field and say what is wrong with it. */
const fieldErrors: ReadonlySet<string> = new Set(['fieldErrors', 'errors']);
const harmlessInFieldErrors: ReadonlySet<string> = new Set(['name', 'message']);

/** Masks a path with its query. */
type MaskPath = (path: string) => string;

/** Replaces the personal values of a JSON value. Null, true and false stay. */
export function maskJson(value: unknown, ofPath: MaskPath): unknown {
  return maskWithin(value, harmless, ofPath);
}

function maskWithin(value: unknown, shown: ReadonlySet<string>, ofPath: MaskPath): unknown {
  if (Array.isArray(value)) return value.map((item) => maskWithin(item, shown, ofPath));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, maskField(name, inner, shown, ofPath)]),
    );
  }
  return maskScalar(value);
}

function maskField(name: string, value: unknown, shown: ReadonlySet<string>, ofPath: MaskPath): unknown {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    return maskWithin(value, fieldErrors.has(name) ? harmlessInFieldErrors : shown, ofPath);
  }
  if (name === 'path' && typeof value === 'string') return ofPath(value);
  if (name === 'url' && typeof value === 'string') return maskUrl(value);
  return shown.has(name) ? value : maskScalar(value);
}

/** The address of a webhook: its query may hold a token. */
export const maskUrl = (url: string): string => url.replace(/\?.*/s, `?${maskedValue}`);

const maskScalar = (value: unknown): unknown =>
  value === null || typeof value === 'boolean' || value === '' ? value : maskedValue;

/** The same for a body as text. A body that was cut is no JSON any more, and is masked as a whole. */
export function maskBody(text: string, ofPath: MaskPath): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(text), ofPath));
  } catch {
    return maskedValue;
  }
}

/**
 * The same for a path with its query.
 * @param template the path of the operation, with `{name}` for parameters; undefined for an unknown path
 * @param words the fixed segments of the interface's paths: of an unknown path, all others are masked
 */
export function maskPath(path: string, template: string | undefined, words: ReadonlySet<string>): string {
  const [place = '', query] = path.split(/\?(.*)/s);
  const names = template?.split('/') ?? [];
  // the template has no prefix such as /gymapi/v1
  const parts = place.split('/');
  const shift = parts.length - names.length;
  const isShown = (part: string, index: number): boolean => {
    if (part === '') return true;
    const name = /^\{(.*)\}$/.exec(names[index - shift] ?? '')?.[1];
    return name === undefined ? words.has(part) : harmless.has(name);
  };
  const masked = parts.map((part, index) => (isShown(part, index) ? part : maskedValue)).join('/');
  if (!query) return masked;
  const fields = query.split('&').map((field) => {
    const [name = ''] = field.split('=', 1);
    if (harmless.has(name)) return field;
    return name === field || !/^[\w-]+$/.test(name) ? maskedValue : `${name}=${maskedValue}`;
  });
  return `${masked}?${fields.join('&')}`;
}
