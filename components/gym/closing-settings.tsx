'use client';

import { useState } from 'react';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { addExceptions, type ExceptionDays, type Weekday, weekdays } from '#lib/wire/closing-times.ts';
import { settingsParts } from '#lib/wire/locations.ts';
import { flattenSettings, isExceptionName, readException } from '#lib/wire/merge-settings.ts';
import { AddExceptions } from './add-exceptions.tsx';
import { ClosingExceptionsField } from './closing-exceptions-field.tsx';
import { ClosingTimesField } from './closing-times-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useExceptionWords } from './use-exception-words.ts';
import { type SettingsPartProps, useSettingsPart } from './use-settings-part.ts';

/** When the gym closes, by weekday and on single days. */
export function ClosingSettings({ today, ...props }: SettingsPartProps & { today: string }) {
  const t = useTranslations('gym');
  const words = useExceptionWords();
  const { form, submit, base, conflicts } = useSettingsPart(settingsParts.closing, props);
  const inUse = flattenSettings(base);
  const meanwhile = conflicts.map((name) => {
    const written = inUse[name];
    if (!isExceptionName(name)) return { label: t(`weekdays.${name as Weekday}`), value: written ?? null }; // safe because: the part has weekdays and days
    const value = typeof written === 'string' ? words.describe(readException(name, written)) : null;
    return { label: words.day(name), value };
  });
  const [isAdding, setAdding] = useState(false);
  const addDays = (days: ExceptionDays) => {
    form.change({ closingExceptions: addExceptions(form.values.closingExceptions, days) });
    setAdding(false);
  };
  return (
    <>
      <SettingsSection
        title={t('closingTitle')}
        text={t('closingText')}
        staff={props.staff}
        form={form}
        meanwhile={meanwhile}
        onSubmit={submit}
      >
        <ClosingTimesField
          times={form.values.closingTimes}
          isWrong={(weekday) => form.mistakes[`closingTimes.${weekday}`] !== undefined}
          onChange={(closingTimes) => form.change({ closingTimes }, mistakesOfAll)}
        />
        <ClosingExceptionsField
          exceptions={form.values.closingExceptions}
          today={today}
          onChange={(closingExceptions) => form.change({ closingExceptions })}
          onAdd={() => setAdding(true)}
        />
      </SettingsSection>
      {/* outside of the form: React would pass its submit on to it */}
      {isAdding && <AddExceptions today={today} onAdd={addDays} onClose={() => setAdding(false)} />}
    </>
  );
}

/** One field may stand for all weekdays. */
const mistakesOfAll = weekdays.map((weekday) => `closingTimes.${weekday}`);
