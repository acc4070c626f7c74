/** Makes the compiler refuse a switch that forgets a member; throws where a newer main sent one that is unknown here. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled: ${JSON.stringify(value)}`)
}
