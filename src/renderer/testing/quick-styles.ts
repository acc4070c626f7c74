// To find and use an element, the testing libraries ask for the display, the visibility and the pointer events of it and of
// its ancestors. happy-dom works out the whole style of each to answer. Here no style sheet decides about these three: the
// kind of element and its style attribute do. Anything else still comes from happy-dom.

/** By kind of element, without any attribute. */
const displays = new Map<string, string>()

/** What the style attribute of the element itself says. */
function ownStyle(element: Element, name: string): string {
  return element.getAttribute('style')?.includes(name) ? (element as HTMLElement).style.getPropertyValue(name) : ''
}

function inheritedStyle(element: Element, name: string): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const own = ownStyle(each, name)
    if (own !== '' && own !== 'inherit') return own
  }
  return ''
}

function install(whole: typeof window.getComputedStyle) {
  function displayOf(element: Element): string {
    // A dialog depends on whether it is open.
    if (!element.isConnected || element.tagName === 'DIALOG') return whole(element).display
    const own = ownStyle(element, 'display')
    if (own !== '' && own !== 'inherit') return own
    const known = displays.get(element.tagName)
    if (known !== undefined) return known
    const bare = document.createElementNS(element.namespaceURI, element.localName)
    document.documentElement.append(bare)
    const { display } = whole(bare)
    bare.remove()
    displays.set(element.tagName, display)
    return display
  }

  function answer(element: Element, name: PropertyKey): string | undefined {
    if (name === 'display') return displayOf(element)
    if (name === 'visibility') return inheritedStyle(element, 'visibility')
    // The one who asks looks at the ancestors.
    if (name === 'pointerEvents' || name === 'pointer-events') return ownStyle(element, 'pointer-events')
    return undefined
  }

  const quick = (element: Element) =>
    new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') {
          return (property: string) => answer(element, property) ?? whole(element).getPropertyValue(property)
        }
        return answer(element, name) ?? Reflect.get(whole(element), name)
      },
    })
  window.getComputedStyle = Object.assign(quick, { isQuick: true })
}

// The window outlives a file.
if (!('isQuick' in window.getComputedStyle)) install(window.getComputedStyle.bind(window))
