import { useSearchParams } from 'react-router'
import { paramsNow } from '../ui/current-location'

/** In UTF-16 units. Longer values are dropped. */
export const longestValue = 100
const mostValues = 20

/** Values of a parameter that may stand several times in an address, which may come from anywhere. */
export function valuesIn(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).filter((value) => value !== '' && value.length <= longestValue)
  return [...new Set(values)].slice(0, mostValues)
}

/** The query of the address, and a setter of one parameter (null: removes it) that adds no step for Back. */
export function useAddressParams(): readonly [URLSearchParams, (name: string, value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(paramsNow(before))
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [params, set]
}
