export interface Migration {
  /** 1, 2, 3 …: the value of `user_version` afterwards. */
  readonly version: number
  readonly sql: string
}
