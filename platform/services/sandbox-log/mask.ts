/** In place of a value. */
const maskedValue = '•••';

/**
 * Fields of the interfaces whose values say nothing about a person: ids, states, times and what belongs to a gym. The
 * values of all other fields are masked, also those of fields that are added later.
 */
const harmless: ReadonlySet<string> = new Set([
  // ids
  ...['accountId', 'authorId', 'collectorId', 'completerId', 'id', 'productId', 'referringMemberId', 'targetId'],
  ...['author', 'completer', 'target', 'taskId', 'userId', 'externalAccountId', 'gymId', 'jobId', 'typeId'],
  // states and kinds
  ...['membershipSubType', 'membershipType', 'state', 'status', 'tagFormat', 'type', 'passTypeId', 'scope'],
  ...['activeStatus', 'membershipStatus', 'membershipSubtype', 'taskType', 'exportType', 'fileType'],
  ...['metricKey', 'metricSubType', 'metricType', 'machineType', 'operationMode', 'trainingMethod'],
  // times
  ...['timestamp', 'dueDate', 'startDate', 'endDate', 'startTimestamp', 'endTimestamp', 'startOfContract'],
  ...['endOfContract', 'firstAdmission', 'start', 'end', 'userPresenceTimestamp', 'modified-since', 'eventTimestamp'],
  ...['periodStart', 'periodEnd', 'lastSeenAt'],
  // pages
  ...['limit', 'offset', 'total', 'hasNext', 'nextAfterId', 'afterId', 'cursor', 'nextCursor'],
  // failures
  ...['requestId', 'error', 'errorCode', 'errorText', 'message', 'entity', 'path'],
  // a gym and its webhooks
  ...['url', 'title', 'productTitle', 'productDescription', 'chainName', 'gym', 'downloadURL'],
]);

/** Entries of these lists name a field and say what is wrong with it. */
const fieldErrors: ReadonlySet<string> = new Set(['fieldErrors', 'errors']);
const harmlessInFieldErrors: ReadonlySet<string> = new Set(['name', 'message']);

/** Replaces the personal values of a JSON value. Null, true and false stay. */
export function maskJson(value: unknown): unknown {
  return maskWithin(value, harmless);
}

function maskWithin(value: unknown, shown: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskWithin(item, shown));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskField(name, inner, shown)]));
  }
  return maskScalar(value);
}

function maskField(name: string, value: unknown, shown: ReadonlySet<string>): unknown {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    return maskWithin(value, fieldErrors.has(name) ? harmlessInFieldErrors : shown);
  }
  return shown.has(name) ? value : maskScalar(value);
}

const maskScalar = (value: unknown): unknown =>
  value === null || typeof value === 'boolean' || value === '' ? value : maskedValue;

/** The same for a body as text. A body that was cut is no JSON any more, and is masked as a whole. */
export function maskBody(text: string): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(text)));
  } catch {
    return maskedValue;
  }
}

/**
 * The same for a path with its query.
 * @param template the path of the operation, with `{name}` for parameters; undefined for an unknown path
 */
export function maskPath(path: string, template: string | undefined): string {
  const [place = '', query] = path.split(/\?(.*)/s);
  const names = template?.split('/') ?? [];
  // the template has no prefix such as /gymapi/v1
  const parts = place.split('/');
  const shift = parts.length - names.length;
  const shown = template
    ? parts.map((part, index) => {
        const name = /^\{(.*)\}$/.exec(names[index - shift] ?? '')?.[1];
        return name === undefined || harmless.has(name) ? part : maskedValue;
      })
    : parts;
  if (!query) return shown.join('/');
  const fields = query.split('&').map((field) => {
    const [name = ''] = field.split('=', 1);
    return harmless.has(name) || name === field ? field : `${name}=${maskedValue}`;
  });
  return `${shown.join('/')}?${fields.join('&')}`;
}
