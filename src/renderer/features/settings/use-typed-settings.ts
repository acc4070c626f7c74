// Settings that were typed and not saved yet, kept while another view is open.
import { useState } from 'react'
import { useTypedValues } from '../../ui/typed-values'

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface TypedSettings<Values> {
  /** What the form begins with. */
  readonly begun: Values
  readonly keep: (values: Values) => void
  /** Once these were saved. What was typed meanwhile stays. */
  readonly drop: (sent: Values) => void
  readonly isChanged: (values: Values) => boolean
}

/** @param keepable leaves out what must not be kept */
export function useTypedSettings<Values>(
  form: string,
  saved: Values,
  keepable = (values: Values): Values => values,
): TypedSettings<Values> {
  const typed = useTypedValues<{ readonly over: Values; readonly values: Values }>(form)
  const [begun] = useState(() => {
    const left = typed.read()
    // Text typed over settings that have since been replaced or forgotten is obsolete.
    return left !== null && isEqual(left.over, saved) ? left.values : saved
  })
  return {
    begun,
    keep: (values) => typed.keep({ over: saved, values: keepable(values) }),
    drop(sent) {
      const now = typed.read()
      if (now === null || isEqual(now.values, keepable(sent))) typed.drop()
      else typed.keep({ over: sent, values: now.values })
    },
    isChanged: (values) => typed.read() !== null && !isEqual(values, saved),
  }
}
