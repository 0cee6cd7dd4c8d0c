/** The operations that the features use, in a browser of any engine. Firefox has WebDriver BiDi, WebKit has WebDriver. */
export interface Browser {
  readonly version: string
  /** Starts to load an address in the current window. The old page may still be there when it returns. */
  open(url: string): Promise<void>
  /** Evaluates an expression in the page, or in its frame with this title. Awaits a promise. The value is JSON. */
  evaluate(expression: string, frame?: string): Promise<unknown>
  /** Presses the main button of the mouse at a point of the window, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>
  /** Types characters into the focused element. */
  type(text: string): Promise<void>
  pressKey(key: Key): Promise<void>
  /** Chooses a file in the file field with this CSS selector. */
  chooseFile(selector: string, path: string): Promise<void>
  /** Sets a cookie of the page's host. */
  setCookie(cookie: Cookie): Promise<void>
  /** Opens a second window and makes it the current one. */
  openWindow(): Promise<void>
  /** Makes the first window or the other one the current one. Returns false if that window does not exist. */
  switchTo(window: 'first' | 'other'): Promise<boolean>
  /** Closes the other window. */
  reset(): Promise<void>
  /** Deletes all cookies of the page's host. */
  deleteCookies(): Promise<void>
  quit(): Promise<void>
}

export interface Cookie {
  name: string
  value: string
  secure: boolean
  httpOnly: boolean
}

export type Key = 'Enter' | 'Tab' | 'Escape' | 'Backspace'

export interface Engine {
  readonly name: string
  /** The reason why the engine can't run on this computer. */
  missing(): string | undefined
  launch(): Promise<Browser>
}

/** The size of the window. */
export const windowSize = { width: 1440, height: 900 }
