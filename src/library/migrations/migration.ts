export interface Migration {
  /** 1, 2, 3 …: what `user_version` says afterwards. */
  readonly version: number
  readonly sql: string
}
