# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /service
COPY . .
# Install scripts are left out: the image has its own Node, and PostgreSQL runs elsewhere.
RUN npm ci --ignore-scripts && npx tsc -b && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/service
WORKDIR /service
RUN install -d -o 1000 -g 1000 /var/lib/service
COPY --from=build /service/package.json ./
COPY --from=build /service/node_modules ./node_modules
COPY --from=build /service/libs ./libs
COPY --from=build /service/apps ./apps
USER 1000:1000
EXPOSE 3000
VOLUME /var/lib/service
CMD ["node", "apps/standalone/dist/main.js"]
