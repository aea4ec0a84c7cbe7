import { parseAst } from 'vite'

/** A path of the console and the modules that are imported to draw it. */
export interface RouteParts {
  /** As the router has it: '/masterclass/edit/$id'. */
  path: string
  /** As they are imported: '../features/masterclass/masterclass-form-page.tsx'. */
  modules: string[]
}

interface Node {
  type: string
  [member: string]: unknown
}

/**
 * Reads which modules each route draws from the file that declares the routes: those whose import() can be reached
 * from its component.
 * @param code the source of app/routes.tsx
 * @param paths what the routes' paths are taken from: paths.masterclassList
 * @throws Error when the path of a route that draws a module is neither a string nor a member of paths
 */
export function routeParts(code: string, paths: Readonly<Record<string, unknown>>): RouteParts[] {
  const program = parseAst(code, { lang: 'tsx' }) as unknown as Node
  const constants = new Map<string, Node>()
  for (const statement of program.body as Node[]) {
    const declaration = (statement.declaration ?? statement) as Node
    if (declaration.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations as { id: Node; init: Node | null }[]) {
      if (init) constants.set(id.name as string, init)
    }
  }

  const routes: RouteParts[] = []
  for (const call of nodesOf(program)) {
    if (call.type !== 'CallExpression' || (call.callee as Node).name !== 'createRoute') continue
    const options = (call.arguments as Node[])[0]
    const modules = modulesFrom(memberOf(options, 'component'), constants)
    const place = memberOf(options, 'path')
    if (modules.length > 0 && place) routes.push({ path: pathOf(place, paths), modules })
  }
  return routes
}

function modulesFrom(start: Node | undefined, constants: ReadonlyMap<string, Node>): string[] {
  const modules = new Set<string>()
  const open = start ? [start] : []
  const seen = new Set(open)
  for (let node = open.pop(); node; node = open.pop()) {
    for (const inner of nodesOf(node)) {
      if (inner.type === 'ImportExpression') modules.add((inner.source as Node).value as string)
      const named = /^(JSX)?Identifier$/.test(inner.type) && constants.get(inner.name as string)
      if (named && !seen.has(named)) {
        seen.add(named)
        open.push(named)
      }
    }
  }
  return [...modules]
}

function pathOf(node: Node, paths: Readonly<Record<string, unknown>>): string {
  const value =
    node.type === 'MemberExpression' && (node.object as Node).name === 'paths'
      ? paths[(node.property as Node).name as string]
      : node.value
  if (typeof value !== 'string') {
    throw new Error('The path of a route must be a string or a member of paths: the build reads it.')
  }
  return value
}

function memberOf(object: Node | undefined, name: string): Node | undefined {
  const members = (object?.properties ?? []) as { key?: Node; value: Node }[]
  return members.find(({ key }) => key?.name === name)?.value
}

/** A node and every node inside it. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const member of Object.values(node)) {
    for (const inner of Array.isArray(member) ? member : [member]) {
      if (typeof inner === 'object' && inner !== null && 'type' in inner) yield* nodesOf(inner as Node)
    }
  }
}
