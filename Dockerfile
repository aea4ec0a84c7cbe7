# Not run by the project's tests: there, no container engine is at hand. docs/operations.md says what was tried.
FROM node:24-bookworm-slim AS build
WORKDIR /greenroom
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/site/package.json packages/site/
COPY apps/api/package.json apps/api/
COPY apps/console/package.json apps/console/
# The browser for the tests is of no use here.
ENV PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# The console's packages are in its built files. For a demo with the sandbox sign-in: docker build --build-arg OMIT= .
ARG OMIT=--omit=dev
RUN rm -rf node_modules && npm ci $OMIT --workspace=@greenroom/api --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /greenroom
COPY --from=build --chown=node:node /greenroom/node_modules node_modules
COPY --from=build --chown=node:node /greenroom/package.json /greenroom/THIRD_PARTY_NOTICES ./
COPY --from=build --chown=node:node /greenroom/packages packages
COPY --from=build --chown=node:node /greenroom/apps/api apps/api
COPY --from=build --chown=node:node /greenroom/apps/console/dist apps/console/dist
RUN mkdir /data /files && chown node:node /data /files
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=20", "--max-semi-space-size=8", "--expose-gc", "--enable-source-maps", "apps/api/dist/main.js"]
