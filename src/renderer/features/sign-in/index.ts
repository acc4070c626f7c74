export { SignInDialog } from './SignInDialog'
export { TokenDialog } from './TokenDialog'
export { TokenField } from './TokenField'
