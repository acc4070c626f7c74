// The content security policy takes style elements with this nonce only. Main writes it into the page anew each time.
// Imported before everything else: the library that locks scrolling behind dialogs reads the global when it loads.
const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')

export const styleNonce = meta?.nonce ?? ''

Object.assign(globalThis, { __webpack_nonce__: styleNonce })
