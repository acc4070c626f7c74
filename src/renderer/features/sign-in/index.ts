export { SignInDialog, TokenDialog } from './TokenDialog'
export { TokenField } from './TokenField'
