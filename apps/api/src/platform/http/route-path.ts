/**
 * Finds the route of the console that a path belongs to.
 * @param path as it was asked for: '/masterclass/edit/01J'
 * @param routes as the router has them: a segment that begins with $ stands for any one segment
 * @returns the route with the most segments written out, or undefined
 */
export function routeFor(path: string, routes: readonly string[]): string | undefined {
  const segments = path.replace(/\/+$/, '').split('/')
  const fitting = routes.filter((route) => {
    const wanted = route.split('/')
    return (
      wanted.length === segments.length &&
      wanted.every((segment, place) => segment.startsWith('$') || segment === segments[place])
    )
  })
  return fitting.sort((one, other) => countOfParameters(one) - countOfParameters(other))[0]
}

function countOfParameters(route: string): number {
  return route.split('/').filter((segment) => segment.startsWith('$')).length
}
