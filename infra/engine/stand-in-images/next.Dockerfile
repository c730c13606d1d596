# The product under another number, which its metrics tell.
ARG PRODUCT
FROM ${PRODUCT}
ARG RELEASE
USER 0
RUN node -e 'const file = "libs/platform/package.json", fs = require("fs"); fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file)), version: process.env.RELEASE }))'
USER 1000:1000
