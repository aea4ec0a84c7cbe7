import { wingPlaces, wings } from './tools/wings.mjs'

const api = '^apps/api/src'
const console_ = '^apps/console/src'

/** No wing imports a higher one. Tests may. */
const floorRules = wingPlaces.flatMap(({ place, floors }) =>
  floors.slice(0, -1).map((wing, floor) => ({
    name: 'a-wing-imports-no-higher-one',
    severity: 'error',
    from: { path: `^${place}/${wing}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${place}/(${floors.slice(floor + 1).join('|')})/` },
  })),
)

/** Import rules; docs/architecture.md describes them. */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...floorRules,
    {
      name: 'the-ground-of-the-contract-imports-no-wing',
      severity: 'error',
      from: {
        path: '^packages/contract/src/([^/]+|access/.*)$',
        pathNot: ['\\.test\\.ts$', '/(sections|endpoints|models)\\.ts$'],
      },
      to: { path: `^packages/contract/src/(${wings.join('|')})/` },
    },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contract/src', 'node_modules/zod/'] },
    },
    {
      name: 'the-site-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/site/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^apps/', 'node_modules/(kysely|pg)/'] },
    },
    { name: 'nothing-imports-an-app', severity: 'error', from: { pathNot: api }, to: { path: api } },
    {
      name: 'nothing-imports-the-console',
      severity: 'error',
      from: { pathNot: console_ },
      to: { path: console_ },
    },
    {
      name: 'platform-imports-no-module',
      severity: 'error',
      from: { path: `${api}/platform` },
      to: { path: `${api}/(modules|sample|backup|app|main|providers|failure-message)` },
    },
    {
      name: 'modules-import-no-app',
      severity: 'error',
      from: { path: `${api}/modules` },
      to: { path: `${api}/(app|main|sample|backup|providers|failure-message)`, pathNot: `${api}/settings` },
    },
    {
      name: 'a-module-uses-another-through-its-service',
      severity: 'error',
      from: { path: `${api}/modules/([^/]+/[^/]+)/` },
      to: {
        path: `${api}/modules/([^/]+/[^/]+)/`,
        pathNot: [`${api}/modules/$1/`, '\\.service\\.ts$', '\\.presenter\\.ts$', '-task\\.ts$'],
      },
    },
    {
      name: 'only-repositories-use-sql',
      severity: 'error',
      from: { path: `${api}/modules`, pathNot: '\\.(repository|test)\\.ts$' },
      to: { path: ['node_modules/kysely/', 'node_modules/pg/', `${api}/platform/database/tables\\.ts$`] },
    },
    {
      name: 'services-and-repositories-use-no-http',
      severity: 'error',
      from: { path: `${api}/modules/.*\\.(service|repository|presenter)\\.ts$` },
      to: { path: [`${api}/platform/http/`, 'node_modules/fastify/'] },
    },
    {
      name: 'features-import-no-other-feature',
      severity: 'error',
      from: { path: `${console_}/features/([^/]+/[^/]+)/` },
      to: { path: `${console_}/features/([^/]+/[^/]+)/`, pathNot: `${console_}/features/$1/` },
    },
    {
      name: 'features-import-no-app',
      severity: 'error',
      from: { path: `${console_}/features` },
      to: { path: `${console_}/app` },
    },
    {
      name: 'shared-imports-no-feature',
      severity: 'error',
      from: { path: `${console_}/shared` },
      to: { path: `${console_}/(app|features)` },
    },
    {
      name: 'lib-imports-only-lib-and-ui',
      severity: 'error',
      from: { path: `${console_}/lib` },
      to: { path: `${console_}/(app|features|shared)` },
    },
    {
      name: 'ui-imports-no-server-and-no-domain',
      severity: 'error',
      from: { path: `${console_}/ui` },
      to: { path: [`${console_}/(app|features|shared|lib)`, 'node_modules/@tanstack/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
