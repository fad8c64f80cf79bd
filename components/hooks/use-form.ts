import { type FormEvent, useLayoutEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import { brokenRules } from '#lib/wire/broken-rule.ts';
import type { Action } from './use-action.ts';
import { useFailures } from './use-failures.ts';

/** Error messages (or codes) by dotted path of the field: `undoS`, `closingTimes.monday`. */
type Mistakes<Mistake> = Readonly<Partial<Record<string, Mistake>>>;

interface FormState<Values, Mistake> {
  /** The saved values: a difference to these is unsaved input. */
  kept: Values;
  values: Values;
  /** Errors found by the schema. */
  found: Mistakes<Mistake>;
  /** Errors returned by the desk. */
  refused: Mistakes<Mistake>;
}

interface FormOptions<Values, Mistake> {
  initial: Values;
  /** The action that sends the form: while it is pending nothing is submitted, and a change clears its failure. */
  action?: Pick<Action<never, unknown>, 'isPending' | 'failure' | 'forgetFailure'>;
  /**
   * Maps a broken rule to the form's error.
   * @param rule the schema's name of it, or zod's code; `refused` where only the desk knows the reason
   */
  mistakeOf(rule: string, field: string): Mistake;
}

/** What a submit handler returns: the result of an action, so that the desk's field errors are shown. */
type Sent = ActionResult<unknown> | null | undefined;

interface Form<Values, Value, Mistake> {
  values: Values;
  /**
   * Errors by field: found by the last submit and not corrected yet. The form looks up those that it shows at a field;
   * for the others, `failure` has a message.
   */
  mistakes: Mistakes<Mistake>;
  /** Whether the values differ from the saved ones. */
  isUnsaved: boolean;
  isPending: boolean;
  /** The failure of the last submit, unless errors at fields show it. */
  failure: string | null;
  /** @param mended further fields whose errors are cleared, although their values stay */
  change(part: Partial<Values>, mended?: readonly string[]): void;
  /** The props of a text field. */
  field<Name extends keyof Values & string>(name: Name): TextFieldProps<Name, Values[Name]>;
  /** Sets the errors returned by the desk. */
  refuse(mistakes: Mistakes<Mistake>): undefined;
  /** @param shown the new values of the fields, where they differ from the saved ones */
  beginAnew(kept: Values, shown?: Values): void;
  /**
   * @param entered reads uncontrolled fields, so that text typed before hydration counts
   * @returns the submit handler: it validates the values and, if they are valid, calls `send` with the parsed ones
   */
  submit(
    send: (value: Value) => Sent | Promise<Sent>,
    entered?: (fields: FormData) => Partial<Values>,
  ): (event?: FormEvent<HTMLFormElement>) => void;
}

interface TextFieldProps<Name, Value> {
  name: Name;
  value: Value;
  onChange(event: { target: { value: string } }): void;
}

/**
 * Form state with validation by a schema of the wire. Errors appear on submit. Each disappears when it is corrected: by
 * a change of its field, or of another field that its rule concerns. `leadToMistakes` focuses the first invalid field.
 * The input stays, whatever the desk returns.
 */
export function useForm<Values extends object, Value, Mistake>(
  schema: z.ZodType<Value, Values>,
  { initial, action, mistakeOf }: FormOptions<Values, Mistake>,
): Form<Values, Value, Mistake> {
  const [state, setState] = useState<FormState<Values, Mistake>>(() => opened(initial, initial));
  const { kept, values, found, refused } = state;
  // a stable object while the errors do not change
  const mistakes = useMemo(() => trackLookUps({ ...found, ...refused }), [found, refused]);
  const [hasUnshown, setHasUnshown] = useState(false);
  // after the fields have been rendered, and before the user sees them
  useLayoutEffect(() => setHasUnshown(mistakes.hasUnread()), [mistakes]);
  const isPending = action?.isPending ?? false;
  const { sentenceOf } = useFailures();

  const mistakesIn = (read: z.ZodSafeParseResult<Value>): Mistakes<Mistake> =>
    Object.fromEntries(Object.entries(brokenRules(read.error)).map(([field, rule]) => [field, mistakeOf(rule, field)]));
  const change = (part: Partial<Values>, mended: readonly string[] = []) => {
    setState((before) => {
      const next = { ...before.values, ...part };
      const isAsBefore = (field: string) =>
        !mended.includes(field) && valueAt(next, field) === valueAt(before.values, field);
      const still = Object.keys(before.found).length > 0 ? mistakesIn(schema.safeParse(next)) : {};
      return {
        ...before,
        values: next,
        found: only(before.found, (field) => isAsBefore(field) && field in still),
        refused: only(before.refused, isAsBefore),
      };
    });
    action?.forgetFailure();
  };
  const failure = () => {
    if (mistakes.isEmpty) return action?.failure ?? null;
    // no field on the screen shows the error: without a message, the submit would seem to do nothing
    return hasUnshown ? sentenceOf({ code: 'invalidInput', requestId: '' }) : null;
  };
  const refuse = (more: Mistakes<Mistake>): undefined => {
    setState((before) => ({ ...before, refused: more }));
  };

  const send = async (entered: Values, press: (value: Value) => Sent | Promise<Sent>) => {
    const read = schema.safeParse(entered);
    setState((before) => ({ ...before, values: entered, found: mistakesIn(read), refused: {} }));
    if (!read.success) return action?.forgetFailure();
    const answer = await press(read.data);
    if (answer?.ok !== false) return;
    const fields = fieldsOf(answer.error, values);
    if (fields.length > 0) refuse(Object.fromEntries(fields.map((field) => [field, mistakeOf('refused', field)])));
  };
  return {
    values,
    mistakes: mistakes.byField,
    isUnsaved: !isAlike(values, kept),
    isPending,
    failure: failure(),
    change,
    field: (name) => ({
      name,
      value: values[name],
      onChange: ({ target }) => change({ [name]: target.value } as Partial<Values>), // safe because: the field's value is a string
    }),
    refuse,
    beginAnew: (next, shown = next) => setState(opened(next, shown)),
    submit: (press, entered) => (event) => {
      event?.preventDefault();
      if (isPending) return;
      const more = event && entered?.(new FormData(event.currentTarget));
      void send({ ...values, ...more }, press);
    },
  };
}

const opened = <Values, Mistake>(kept: Values, values: Values): FormState<Values, Mistake> => ({
  kept,
  values,
  found: {},
  refused: {},
});

interface TrackedMistakes<Mistake> {
  byField: Mistakes<Mistake>;
  isEmpty: boolean;
  /** Whether there is an error that no field has looked up. */
  hasUnread(): boolean;
}

/** Tracks which errors the rendered fields look up, as React Query tracks which properties of a result are used. */
function trackLookUps<Mistake>(mistakes: Mistakes<Mistake>): TrackedMistakes<Mistake> {
  const read = new Set<string>();
  const fields = Object.keys(mistakes);
  const byField: Mistakes<Mistake> = {};
  for (const field of fields) {
    const get = () => {
      read.add(field);
      return mistakes[field];
    };
    Object.defineProperty(byField, field, { enumerable: true, get });
  }
  return { byField, isEmpty: fields.length === 0, hasUnread: () => fields.some((field) => !read.has(field)) };
}

function only<Mistake>(mistakes: Mistakes<Mistake>, isLeft: (field: string) => boolean): Mistakes<Mistake> {
  const all = Object.entries(mistakes);
  const left = all.filter(([field]) => isLeft(field));
  return left.length === all.length ? mistakes : Object.fromEntries(left);
}

/** The fields of the form that a response rejects: the action's input may wrap the form's values in one more level. */
const fieldsOf = ({ code, fieldErrors }: ActionError, values: object): string[] =>
  code !== 'invalidInput'
    ? []
    : Object.keys(fieldErrors ?? {}).flatMap((path) => {
        const field = [path, path.slice(path.indexOf('.') + 1)].find((name) => valueAt(values, name) !== undefined);
        return field ?? [];
      });

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The name of a field may contain a dot itself: `contact.phone`. */
function valueAt(values: unknown, path: string): unknown {
  if (!isGroup(values)) return undefined;
  if (path in values) return values[path];
  const dot = path.indexOf('.');
  return dot < 0 ? undefined : valueAt(values[path.slice(0, dot)], path.slice(dot + 1));
}

const isAlike = (one: unknown, other: unknown): boolean =>
  isGroup(one) && isGroup(other)
    ? Object.keys({ ...one, ...other }).every((name) => isAlike(one[name], other[name]))
    : one === other;
