import { type FormEvent, useMemo, useState } from 'react';
import type { z } from 'zod';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import { brokenRules } from '#lib/wire/broken-rule.ts';
import type { Action } from './use-action.ts';
import { useFailures } from './use-failures.ts';

/** What is wrong, by the dotted path of the field: `undoS`, `closingTimes.monday`. */
type Mistakes<Mistake> = Readonly<Partial<Record<string, Mistake>>>;

interface FormState<Values, Mistake> {
  /** As the desk has them: what differs from these is unsaved. */
  kept: Values;
  values: Values;
  /** What breaks a rule of the schema. */
  found: Mistakes<Mistake>;
  /** What the desk refused. */
  refused: Mistakes<Mistake>;
}

interface FormOptions<Values, Mistake> {
  /** What stands in the fields at first. */
  initial: Values;
  /** What the form is sent by: nothing is sent while it is pending, and its failure is forgotten at the next change. */
  action?: Pick<Action<never, unknown>, 'isPending' | 'failure' | 'forgetFailure'>;
  /**
   * What the form says of a broken rule.
   * @param rule as the schema names it, or zod's own code; `refused` where the desk alone knows what is wrong
   */
  mistakeOf(rule: string, field: string): Mistake;
}

/** What becomes of a press: the answer of an action, for what the desk refused at a field. */
type Sent = ActionResult<unknown> | null | undefined;

interface Form<Values, Value, Mistake> {
  values: Values;
  /** By field; what was found by the last attempt and is not mended yet. */
  mistakes: Mistakes<Mistake>;
  /** Whether something stands in the fields that the desk does not have. */
  isUnsaved: boolean;
  isPending: boolean;
  /** Why the last attempt failed, where that is said at no field. */
  failure: string | null;
  /** @param mended fields whose mistakes go as well, although they stay as they are */
  change(part: Partial<Values>, mended?: readonly string[]): void;
  /** What a text field takes. */
  field<Name extends keyof Values & string>(name: Name): TextFieldProps<Name, Values[Name]>;
  /** The desk refused what stands in these fields. */
  refuse(mistakes: Mistakes<Mistake>): undefined;
  /** @param shown what stands in the fields from now on, where that is not what the desk has */
  beginAnew(kept: Values, shown?: Values): void;
  /**
   * @param entered reads fields that are not held in `values` as they are typed: what was entered before the page was alive
   * counts as well
   * @returns what a press does: the values go to `send` as the schema reads them, once they break none of its rules
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
 * A form over a schema of the wire: what stands in its fields, and what of it breaks a rule. A mistake is told by an
 * attempt, and goes as it is mended: with another value of its field, or of the one that it was about too.
 * `leadToMistakes` brings the focus to the first; what was entered stays whatever the desk answers.
 */
export function useForm<Values extends object, Value, Mistake>(
  schema: z.ZodType<Value, Values>,
  { initial, action, mistakeOf }: FormOptions<Values, Mistake>,
): Form<Values, Value, Mistake> {
  const [state, setState] = useState<FormState<Values, Mistake>>(() => opened(initial, initial));
  const { kept, values, found, refused } = state;
  // the same object until a mistake comes or goes
  const mistakes = useMemo(() => ({ ...found, ...refused }), [found, refused]);
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
  const failureOf = (told: Mistakes<Mistake>): string | null => {
    const fields = Object.keys(told);
    if (fields.length === 0) return action?.failure ?? null;
    const hasPlace = (field: string) => field in values || (field.split('.', 1)[0] ?? '') in values;
    // a rule about something that is no field of this form: a press that does nothing says so
    return fields.every(hasPlace) ? null : sentenceOf({ code: 'invalidInput', requestId: '' });
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
    mistakes,
    isUnsaved: !isAlike(values, kept),
    isPending,
    failure: failureOf(mistakes),
    change,
    field: (name) => ({
      name,
      value: values[name],
      onChange: ({ target }) => change({ [name]: target.value } as Partial<Values>), // safe because: it is a field of text
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

function only<Mistake>(mistakes: Mistakes<Mistake>, isLeft: (field: string) => boolean): Mistakes<Mistake> {
  const all = Object.entries(mistakes);
  const left = all.filter(([field]) => isLeft(field));
  return left.length === all.length ? mistakes : Object.fromEntries(left);
}

/** The fields of the form that an answer finds fault with: an input may hold what was entered one step further down. */
const fieldsOf = ({ code, fieldErrors }: ActionError, values: object): string[] =>
  code !== 'invalidInput'
    ? []
    : Object.keys(fieldErrors ?? {}).flatMap((path) => {
        const field = [path, path.slice(path.indexOf('.') + 1)].find((name) => valueAt(values, name) !== undefined);
        return field ?? [];
      });

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A field may have a dot in its own name: `contact.phone`. */
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
