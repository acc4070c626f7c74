import { useSearchParams } from 'react-router'
import { paramsNow } from '../ui/current-location'

const longestValue = 100
const mostValues = 20

/** What an address, which may come from anywhere, says for a parameter that may stand in it several times. */
export function valuesIn(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).filter((value) => value !== '' && value.length <= longestValue)
  return [...new Set(values)].slice(0, mostValues)
}

/** The query of the address, and what sets one parameter of it (null: takes it away) without another step for Back. */
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
