// What the view on screen can do by a button, beside what it binds to keys: the palette lists it as long as the button is there.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Binding } from './every-key'
import { createStore } from './store'

export interface ViewCommand {
  /** Outlives its words: the palette keeps the ids of what was used lately. */
  readonly id: string
  /** What it is done with. */
  readonly of: 'view' | 'selection' | 'record'
  readonly label: string
  /** What else a person may call it. */
  readonly alsoCalled: string
  /** The key that does the same. */
  readonly binding?: Binding
  readonly run: () => void
}

const commands = createStore<readonly ViewCommand[]>([])

/** Offers a command for as long as the component is on screen; null: none just now. */
export function useViewCommand(command: ViewCommand | null): void {
  const run = useEffectEvent(() => command?.run())
  const { id, of = 'view', label = '', alsoCalled = '', binding } = command ?? {}
  useEffect(() => {
    if (id === undefined) return
    const offered = { id, of, label, alsoCalled, ...(binding && { binding }), run: () => run() }
    commands.set([...commands.get(), offered])
    return () => commands.set(commands.get().filter((other) => other !== offered))
  }, [id, of, label, alsoCalled, binding])
}

/** For a command that opens what a button opens. The button gets the focus back: the palette, which asks, is gone by then. */
export const openFrom = (button: RefObject<HTMLElement | null>, open: () => void) => () => {
  button.current?.focus()
  open()
}

export const useViewCommands = (): readonly ViewCommand[] => commands.use()
