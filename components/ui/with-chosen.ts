interface Choice<T extends string> {
  value: T;
  label: string;
}

/**
 * The options of a filter whose list changes meanwhile, or whose value comes from the address: the chosen value is among them, so that
 * a person sees why rows are missing, and can take it back.
 * @param label of the chosen value where the list does not have it
 */
export const withChosen = <T extends string>(
  options: readonly Choice<T>[],
  chosen: T,
  label = '–',
): readonly Choice<T>[] =>
  options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label }];
