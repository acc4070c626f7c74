export { SignInDialog, TokenDialog, useSavedTokens } from './TokenDialog'
export { TokenField } from './TokenField'
