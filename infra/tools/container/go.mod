module tools/container

go 1.26.0
