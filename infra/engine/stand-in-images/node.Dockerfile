# Serves as node:24-bookworm-slim.
FROM debian
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm/
COPY ca-certificates.crt /etc/ssl/certs/
# npm trusts what this machine trusts.
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && mkdir -p /usr/local/etc && echo 'cafile=/etc/ssl/certs/ca-certificates.crt' > /usr/local/etc/npmrc \
  && useradd --uid 1000 --user-group --create-home node
CMD ["node"]
