/**
 * A port is what a context needs from the contexts above it, which it may not import. The context that needs it declares the port
 * and reads it from the app; `all-ports.ts` joins the values of the nouns and binds them.
 */
export class Port<Value> {
  readonly #values = new WeakMap<Ports, Value>()

  constructor(private readonly name: string) {}

  /** The entry for `new Ports`. */
  bind(value: Value): Binding {
    return (ports) => {
      this.#values.set(ports, value)
    }
  }

  /** What is bound to the port in an app. A missing binding is a bug of the program that made the app. */
  of({ ports }: { ports: Ports }): Value {
    const value = this.#values.get(ports)
    if (value === undefined) throw new Error(`Nothing is bound to the port ${this.name}; bind it in all-ports.ts.`)
    return value
  }
}

export type Binding = (ports: Ports) => void

/** The bound ports of one app. A later binding of a port replaces an earlier one. */
export class Ports {
  constructor(bindings: readonly Binding[]) {
    for (const bind of bindings) bind(this)
  }
}
